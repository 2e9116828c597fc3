import { zipLibrary } from "./zip-library.ts";

/** Writes texts into an archive. */
export async function writeZip(files: Iterable<{ readonly path: string; readonly text: string }>): Promise<Blob> {
  const { BlobWriter, TextReader, ZipWriter } = await zipLibrary();
  const writer = new ZipWriter(new BlobWriter("application/zip"));
  for (const { path, text } of files) await writer.add(path, new TextReader(text));
  return await writer.close();
}
