"""The three graphs that onnxruntime runs, written node by node, without their weights.

1. `pieces`: embedded pieces → states, for sentences of one number of pieces.
2. `words`: the two ends of each word, and its shape → what each gap is as a start and as an end
   of spans, and scores of tags, for sentences of one number of words.
3. `spans`: starts and ends → scores of labels, for any number of spans.

No graph pads or masks: rows of a batch never meet, so a sentence's scores do not depend on its
neighbours. Weights come in when a graph is loaded, by name.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx
from onnx import TensorProto, helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
OPSET = 20


class GraphWriter:
    """Collects nodes, constants and the weights that are asked for."""

    def __init__(self, shapes: dict[str, tuple[int, ...]]) -> None:
        self._shapes = shapes
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        self.weights: list[str] = []

    def add(
        self, kind: str, inputs: Sequence[str], *, outputs: int = 1, **attributes: object
    ) -> str:
        """A node; its output's name, or that of the first with `/1`, `/2` … for the others."""
        name = f"{kind}_{len(self._nodes)}"
        names = [name, *(f"{name}/{number}" for number in range(1, outputs))]
        self._nodes.append(helper.make_node(kind, inputs, names, name=name, **attributes))
        return name

    def weight(self, name: str) -> str:
        if name not in self.weights:
            self.weights.append(name)
        return name

    def numbers(self, values: Sequence[int]) -> str:
        name = f"constant_{len(self._constants)}"
        self._constants.append(helper.make_tensor(name, INT64, [len(values)], values))
        return name

    def scalar(self, value: float) -> str:
        name = f"constant_{len(self._constants)}"
        self._constants.append(helper.make_tensor(name, FLOAT, [], [value]))
        return name

    def linear(self, states: str, name: str) -> str:
        product = self.add("MatMul", [states, self.weight(f"{name}.weight")])
        return self.add("Add", [product, self.weight(f"{name}.bias")])

    def norm(self, states: str, name: str, epsilon: float) -> str:
        weights = [self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("LayerNormalization", [states, *weights], axis=-1, epsilon=epsilon)

    def layer(self, states: str, name: str, *, heads: int, hidden: int) -> str:
        """As `network.Layer`."""
        parts = self.linear(states, f"{name}.query_key_value")
        parts = self.add("Reshape", [parts, self.numbers([0, 0, 3, heads, hidden // heads])])
        parts = self.add("Transpose", [parts], perm=[2, 0, 3, 1, 4])
        split = self.add("Split", [parts, self.numbers([1, 1, 1])], outputs=3, axis=0)
        first_axis = self.numbers([0])
        query, key, value = (
            self.add("Squeeze", [part, first_axis]) for part in (split, f"{split}/1", f"{split}/2")
        )
        key = self.add("Transpose", [key], perm=[0, 1, 3, 2])
        query = self.add("Mul", [query, self.scalar((hidden // heads) ** -0.5)])
        attention = self.add("Softmax", [self.add("MatMul", [query, key])], axis=-1)
        attended = self.add("MatMul", [attention, value])
        attended = self.add("Transpose", [attended], perm=[0, 2, 1, 3])
        attended = self.add("Reshape", [attended, self.numbers([0, 0, hidden])])
        attended = self.linear(attended, f"{name}.attended")
        states = self.norm(self.add("Add", [states, attended]), f"{name}.attention_norm", 1e-12)
        inner = self.add("Gelu", [self.linear(states, f"{name}.inner")])
        outer = self.linear(inner, f"{name}.outer")
        return self.norm(self.add("Add", [states, outer]), f"{name}.output_norm", 1e-12)

    def finish(
        self, name: str, inputs: dict[str, tuple[int, Sequence[str | int]]], outputs: dict[str, str]
    ) -> bytes:
        """The graph, serialised; `outputs` gives names to what nodes put out."""
        for given, made in outputs.items():
            self._nodes.append(helper.make_node("Identity", [made], [given], name=f"to_{given}"))
        graph = helper.make_graph(
            self._nodes,
            name,
            [
                helper.make_tensor_value_info(key, kind, shape)
                for key, (kind, shape) in inputs.items()
            ],
            [helper.make_tensor_value_info(key, FLOAT, None) for key in outputs],
            [*self._constants, *(self._placeholder(weight) for weight in self.weights)],
        )
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9
        )
        return bytes(model.SerializeToString(deterministic=True))

    def _placeholder(self, name: str) -> onnx.TensorProto:
        """A weight that is said to lie elsewhere; who loads the graph must bring it."""
        tensor = TensorProto(name=name, data_type=FLOAT, dims=self._shapes[name])
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="weights")
        return tensor


def piece_graph(
    shapes: dict[str, tuple[int, ...]], *, layers: int, heads: int, hidden: int
) -> bytes:
    writer = GraphWriter(shapes)
    states = writer.norm("embedded", "embedding_norm", 1e-12)
    for number in range(layers):
        states = writer.layer(states, f"piece_layers.{number}", heads=heads, hidden=hidden)
    return writer.finish(
        "pieces", {"embedded": (FLOAT, ["sentences", "pieces", hidden])}, {"states": states}
    )


def word_graph(
    shapes: dict[str, tuple[int, ...]], *, layers: int, heads: int, hidden: int
) -> bytes:
    writer = GraphWriter(shapes)
    shape = writer.add("Gather", [writer.weight("shape_embedding.weight"), "shapes"])
    states = writer.norm(
        writer.add("Add", [writer.linear("piece_ends", "word"), shape]), "word_norm", 1e-12
    )
    for number in range(layers):
        states = writer.layer(states, f"word_layers.{number}", heads=heads, hidden=hidden)
    most = 2**31 - 1

    def slice_of(axis: int, start: int, end: int, whole: str) -> str:
        bounds = [writer.numbers([number]) for number in (start, end, axis)]
        return writer.add("Slice", [whole, *bounds])

    left = slice_of(2, 0, hidden // 2, slice_of(1, 0, -1, states))
    right = slice_of(2, hidden // 2, hidden, slice_of(1, 1, most, states))
    gaps = writer.add("Concat", [left, right], axis=2)
    words = slice_of(1, 1, -1, states)
    inner = writer.add("Relu", [writer.norm(writer.linear(words, "tag_inner"), "tag_norm", 1e-5)])
    return writer.finish(
        "words",
        {
            "piece_ends": (FLOAT, ["sentences", "words", 2 * hidden]),
            "shapes": (INT64, ["sentences", "words"]),
        },
        {
            "starts": writer.linear(gaps, "start"),
            "ends": writer.linear(gaps, "end"),
            "tags": writer.linear(inner, "tag_label"),
        },
    )


def span_graph(shapes: dict[str, tuple[int, ...]]) -> bytes:
    writer = GraphWriter(shapes)
    added = shapes["span_norm.weight"][0]
    width = shapes["span_label.weight"][0]
    sizes = writer.numbers([added, width - added])
    starts, ends = (
        writer.add("Split", [name, sizes], outputs=2, axis=1) for name in ("starts", "ends")
    )
    summed = writer.norm(writer.add("Add", [starts, ends]), "span_norm", 1e-5)
    product = writer.add("Mul", [f"{starts}/1", f"{ends}/1"])
    spans = writer.add("Concat", [writer.add("Relu", [summed]), product], axis=1)
    return writer.finish(
        "spans",
        {"starts": (FLOAT, ["spans", width]), "ends": (FLOAT, ["spans", width])},
        {"labels": writer.linear(spans, "span_label")},
    )
