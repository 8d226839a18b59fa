// Keeps the pages of this folder, so that they open without a network. A new build has another digest.

const CACHE = "printkit {digest}";
const FILES = {files};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("printkit ") && name !== CACHE;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const path = new URL(url).pathname.replace(/\/$/, "/index.html");
  if (method !== "GET" || !FILES.some((name) => path.endsWith(`/${name}`))) return;
  event.respondWith(caches.match(path, { cacheName: CACHE }).then((found) => found ?? fetch(event.request)));
});
