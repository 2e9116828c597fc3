import { readFileSync } from "node:fs";
import openWabt from "wabt";

/** Assembles `scan.wat` again and returns its bytes. */
export async function assembleScan(): Promise<Uint8Array> {
  const wabt = await openWabt();
  const source = new URL("./scan.wat", import.meta.url);
  const module = wabt.parseWat("scan.wat", readFileSync(source, "utf8"), { simd: true });
  return module.toBinary({}).buffer;
}
