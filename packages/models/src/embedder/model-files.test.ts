import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readModelFiles } from "./model-files.ts";

const FILES = { "model.onnx": "weights", "tokenizer.json": `{"version":"1.0"}`, "tokenizer_config.json": "{}" };

describe("model files", () => {
  it("are read when the checksums match", () => {
    using folder = aModelFolder();
    expect(readModelFiles(folder.url)).toMatchObject({ tokenizer: { version: "1.0" }, tokenizerConfig: {} });
  });

  it.each(Object.keys(FILES))("are refused, naming the file, when %s was changed", (name) => {
    using folder = aModelFolder();
    writeFileSync(new URL(name, folder.url), "weights!");
    expect(() => readModelFiles(folder.url)).toThrow(`${name} is damaged`);
  });

  it("are refused when one is missing or not listed", () => {
    using missing = aModelFolder();
    rmSync(new URL("model.onnx", missing.url));
    expect(() => readModelFiles(missing.url)).toThrow("model.onnx");
    using unlistedFolder = aModelFolder();
    writeFileSync(new URL("SHA256SUMS", unlistedFolder.url), "");
    expect(() => readModelFiles(unlistedFolder.url)).toThrow("does not list model.onnx");
  });

  it("match their checksums as shipped", () => {
    expect(() => readModelFiles(new URL("../../assets/all-minilm-l6-v2/", import.meta.url))).not.toThrow();
  });
});

function aModelFolder(): { url: URL } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "knote-model-"));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(path, name), content);
  const sums = Object.entries(FILES).map(
    ([name, content]) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`,
  );
  writeFileSync(join(path, "SHA256SUMS"), sums.join(""));
  return { url: pathToFileURL(`${path}/`), [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
