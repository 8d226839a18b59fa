export async function openPlay(main) { main.replaceChildren(); }
