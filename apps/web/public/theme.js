// Runs before the first paint, so that the page never flashes in the wrong theme.
(() => {
  const chosen = localStorage.getItem("knote.theme");
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
