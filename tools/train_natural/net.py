"""The net: a few layers that add to what they were given, and outputs in the units of the pose."""

from __future__ import annotations

import itertools

import torch
from layout import HIDDEN, INPUTS, LAYERS, OUTPUTS, POSE
from torch import Tensor, nn


class Net(nn.Module):
    """Inputs and outputs are brought to mean 0 and spread 1 inside, which `folded` takes into the layers."""

    def __init__(self, inputs: tuple[Tensor, Tensor], outputs: tuple[Tensor, Tensor]) -> None:
        """`inputs`, `outputs`: mean and spread; of the sigmas none are known yet."""
        super().__init__()
        widths = [INPUTS] + [HIDDEN] * LAYERS + [OUTPUTS]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in itertools.pairwise(widths))
        none = OUTPUTS - POSE
        self.register_buffer("middle", inputs[0])
        self.register_buffer("spread", inputs[1])
        self.register_buffer("center", torch.cat([outputs[0], torch.full((none,), -1.5)]))
        self.register_buffer("scale", torch.cat([outputs[1], torch.ones(none)]))

    def forward(self, x: Tensor) -> Tensor:
        x = (x - self.middle) / self.spread
        h = torch.relu(self.layers[0](x))
        for layer in list(self.layers)[1:-1]:
            h = h + torch.relu(layer(h))
        return self.layers[-1](h) * self.scale + self.center

    def folded(self) -> list[tuple[Tensor, Tensor]]:
        """Weights (out, in) and biases of all layers, which take bare inputs to bare outputs."""
        found = [(layer.weight.detach().clone(), layer.bias.detach().clone()) for layer in self.layers]
        w, b = found[0]
        found[0] = (w / self.spread, b - (w / self.spread) @ self.middle)
        w, b = found[-1]
        found[-1] = (w * self.scale[:, None], b * self.scale + self.center)
        return found
