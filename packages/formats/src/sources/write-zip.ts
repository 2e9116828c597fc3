import { BlobWriter, configure, TextReader, ZipWriter } from "@zip.js/zip.js/index-native.js";

configure({ useWebWorkers: false });

/** Writes texts into an archive. */
export async function writeZip(files: Iterable<{ readonly path: string; readonly text: string }>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter("application/zip"));
  for (const { path, text } of files) await writer.add(path, new TextReader(text));
  return await writer.close();
}
