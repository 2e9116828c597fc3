import { SCAN_BYTES } from "./scan-bytes.ts";

export const PAGE_BYTES = 65_536;

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Where a block of vectors lies in the memory, and where its scores go. */
export interface ScanBlock {
  readonly rows: number;
  readonly count: number;
  readonly rowBytes: number;
  readonly scales: number;
  readonly scores: number;
}

export interface VectorKernel {
  readonly memory: KernelMemory;
  scan(query: number, block: ScanBlock): void;
}

/** The part of WebAssembly that is used here; TypeScript declares it only for browsers. */
interface WebAssemblyApi {
  Memory: new (limits: { initial: number; maximum: number }) => KernelMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { scan: (...input: number[]) => void } };
}

/** Creates a kernel with a memory of at most `maxPages` of 64 KiB. Share it: each reserves gigabytes of addresses. */
export function createVectorKernel(maxPages: number): VectorKernel {
  const { Memory, Module, Instance } = webAssembly();
  const memory = new Memory({ initial: 1, maximum: maxPages });
  const instance = new Instance(new Module(Buffer.from(SCAN_BYTES, "base64")), { knote: { memory } });
  const { scan } = instance.exports;
  return {
    memory,
    scan: (query, { rows, count, rowBytes, scales, scores }) => scan(query, rows, scales, scores, count, rowBytes),
  };
}

function webAssembly(): WebAssemblyApi {
  // Safe because every Node has it.
  return (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
}
