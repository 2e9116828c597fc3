/** Lets the browser keep the dashboard itself, so that it opens where the server cannot be reached. */
export function keepOffline(): void {
  // Browsers have it on this machine and with https alone; without it, the pages need their server.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  window.addEventListener(
    "load",
    () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined),
  );
}
