// Makes a page of a folder on a web server an app; the folder has the files for it.

export function install() {
  const isServed = location.protocol === "https:" || (location.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname));
  if (!isServed) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "manifest", href: "printkit.webmanifest" });
  document.head.append(link);
  navigator.serviceWorker?.register("printkit-worker.js").catch(() => {});
}
