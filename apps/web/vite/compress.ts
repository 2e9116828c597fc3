import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT = /\.(css|html|js|svg|json)$/;
const FROM_BYTES = 1_000;

/** Writes a Brotli and a gzip copy beside each file, so that the server need not compress while serving. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "knote:compress",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => WORTH_IT.test(name)).map((name) => compressFile(join(folder, name))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < FROM_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  await Promise.all([
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
    promisify(brotliCompress)(content, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
  ]);
}
