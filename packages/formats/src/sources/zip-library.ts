/** Loads the library for archives: a sync needs none, and most imports neither. */
export async function zipLibrary() {
  const library = await import("@zip.js/zip.js/index-native.js");
  // The dashboard's policy allows neither workers from text nor WebAssembly.
  library.configure({ useWebWorkers: false });
  return library;
}
