/** How long a download may take to begin. */
const BEGIN_MS = 10_000;

/** Lets the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BEGIN_MS);
}
