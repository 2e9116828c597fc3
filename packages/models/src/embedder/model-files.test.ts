import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createModelFiles } from "./model-files.ts";

const FILES = { "model.onnx": "weights", "tokenizer.json": `{"version":"1.0"}`, "tokenizer_config.json": "{}" };
const SHIPPED_FOLDERS = ["all-minilm-l6-v2", "multilingual-e5-small"].map(
  (name) => [name, new URL(`../../assets/${name}/`, import.meta.url)] as const,
);

describe("model files", () => {
  it("are found when they match the checksums", () => {
    using folder = aModelFolder();
    const files = createModelFiles(folder.url, folder.url, "Install Knote again.");
    expect(Object.keys(FILES).map(files)).toEqual(
      Object.keys(FILES).map((name) => fileURLToPath(new URL(name, folder.url))),
    );
  });

  it("are checked against the checksums of another folder, which nobody changes", () => {
    using shippedFolder = aModelFolder();
    using fetchedFolder = aModelFolder();
    writeFileSync(new URL("model.onnx", fetchedFolder.url), "weights!");
    writeFileSync(new URL("SHA256SUMS", fetchedFolder.url), `${sha256("weights!")}  model.onnx\n`);
    const files = createModelFiles(fetchedFolder.url, shippedFolder.url, "Fetch it again.");
    expect(() => files("model.onnx")).toThrow(/model\.onnx is damaged.* Fetch it again\.$/);
    expect(() => files("tokenizer.json")).not.toThrow();
  });

  it.each(Object.keys(FILES))("are refused, naming the file, when %s was changed", (name) => {
    using folder = aModelFolder();
    writeFileSync(new URL(name, folder.url), "weights!");
    const files = createModelFiles(folder.url, folder.url, "Install Knote again.");
    expect(() => files(name)).toThrow(`${name} is damaged`);
  });

  it("are refused when one is missing or not listed", () => {
    using missing = aModelFolder();
    rmSync(new URL("model.onnx", missing.url));
    expect(() => createModelFiles(missing.url, missing.url, "")("model.onnx")).toThrow("model.onnx");
    using unlistedFolder = aModelFolder();
    writeFileSync(new URL("SHA256SUMS", unlistedFolder.url), "");
    expect(() => createModelFiles(unlistedFolder.url, unlistedFolder.url, "")("model.onnx")).toThrow(
      "does not list model.onnx",
    );
  });

  it.each(SHIPPED_FOLDERS)("match the checksums as shipped: %s", (_, assets) => {
    expect(() => createModelFiles(assets, assets, "")("model.onnx")).not.toThrow();
  });
});

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

function aModelFolder(): { url: URL } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "knote-model-"));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(path, name), content);
  const sums = Object.entries(FILES).map(([name, content]) => `${sha256(content)}  ${name}\n`);
  writeFileSync(join(path, "SHA256SUMS"), sums.join(""));
  return { url: pathToFileURL(`${path}/`), [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
