// Caches the dashboard's own files so that it opens offline; never a response of the API, never anything of the user.
const FILES = __FILES__;
const ENTRY = __ENTRY__;
const NAME = `knote-${__VERSION__}`;
const PAGE = "/";
/** Paths that are not pages of the dashboard. */
const NOT_PAGES = /^\/(?:api|assets|auth|docs|health|metrics|oauth|trpc)(?:\/|$)|\./;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && !NOT_PAGES.test(pathname)) event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request, pathname));
});

async function install() {
  const cache = await caches.open(NAME);
  const response = await fetch(PAGE, { headers: { Accept: "text/html" }, cache: "no-cache", credentials: "omit" });
  // While the server is being updated, its page can come from another build than this list.
  if (!response.ok || !(await response.clone().text()).includes(ENTRY))
    throw new Error("The page comes from another build.");
  await cache.put(PAGE, response);
  await cache.addAll(FILES);
}

/** Runs once no page uses an earlier build any more. */
async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith("knote-") && name !== NAME);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Returns the server's page, or the cached one when no server answers. */
async function page(request) {
  const response = await fetch(request).catch(() => null);
  if (response && ![502, 503, 504].includes(response.status)) return response;
  const cache = await caches.open(NAME);
  return (await cache.match(PAGE)) ?? response ?? Response.error();
}

async function file(request, pathname) {
  const cache = await caches.open(NAME);
  return (await cache.match(pathname)) ?? fetch(request);
}
