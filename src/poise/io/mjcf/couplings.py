"""Linear relations between joints in MJCF: joint equalities, fixed tendons with limits, equalities of fixed tendons.

Each is a linear form Σ factor · joint of MuJoCo's coordinates, which are ours too. An equality says
y − y₀ = a₀ + a₁ (x − x₀) + …, where ₀ marks the value in the file's own pose; a₂ … a₄ must be zero to be linear.
"""

from __future__ import annotations

import warnings

from poise.errors import PoiseError
from poise.figure.marks import Coupling
from poise.io.mjcf.defaults import Compiler, Defaults
from poise.io.robot.robot import RobotBody, ToldCoupling
from poise.io.text.names import unique
from poise.io.text.xml_read import Element

Form = dict[str, float]


def read_couplings(
    root: Element, compiler: Compiler, defaults: Defaults, bodies: list[RobotBody]
) -> list[ToldCoupling]:
    """All couplings of a file, equalities first."""
    references = {j.name: j.reference for b in bodies for j in b.joints if j.model in ("hinge", "slide")}
    tendons = _fixed_tendons(root, defaults, references)
    singles = {name: {name: 1.0} for name in references}
    couplings: list[ToldCoupling] = []
    for section in root.all("equality"):
        for told in section.all("joint", "tendon"):
            settings = defaults.filled(Element("equality", told.attributes, told.line, told.path), None)
            element = Element(told.tag, settings.attributes, told.line, told.path)
            forms = singles if element.tag == "joint" else {n: form for n, (form, _) in tendons.items()}
            couplings += _equality(element, forms, references, {c.name for c, _ in couplings})
    for name, (form, element) in tendons.items():
        if _is_limited(element, compiler.autolimits):
            low, high = element.exactly("range", 2) or (0.0, 0.0)
            couplings += _coupling(element, name, form, low, high, {c.name for c, _ in couplings})
    return couplings


def _fixed_tendons(root: Element, defaults: Defaults, references: Form) -> dict[str, tuple[Form, Element]]:
    found: dict[str, tuple[Form, Element]] = {}
    for section in root.all("tendon"):
        for element in section.all("fixed"):
            name = element.attributes.get("name", "").strip() or unique("tendon", found)
            settings = Element("tendon", element.attributes, element.line, element.path, element.children)
            found[name] = (_form(element, references), defaults.filled(settings, None))
    return found


def _form(tendon: Element, references: Form) -> Form:
    form: Form = {}
    for part in tendon.all("joint"):
        joint = part.name("joint")
        _known(part, joint, references)
        form[joint] = form.get(joint, 0.0) + part.number("coef")
    return form


def _equality(element: Element, forms: dict[str, Form], references: Form, taken: set[str]) -> list[ToldCoupling]:
    if element.attributes.get("active") == "false":
        return []
    kind = element.tag
    a0, a1, *curved = _polynomial(element)
    first, second = element.name(f"{kind}1"), element.attributes.get(f"{kind}2", "").strip()
    if kind == "tendon" and not {first, second} <= {*forms, ""}:
        return []  # a spatial tendon: no linear relation of joint coordinates
    for name in (first, second) if second else (first,):
        _known(element, name, forms)
    if second and any(curved):
        message = f"{element.title} between {first!r} and {second!r} is not linear and is left out: {curved}"
        warnings.warn(str(element.error(message)), UserWarning, stacklevel=2)
        return []
    form = dict(forms[first])
    for joint, factor in forms[second].items() if second else ():
        form[joint] = form.get(joint, 0.0) - a1 * factor
    value = a0 + sum(factor * references[joint] for joint, factor in form.items())
    default = f"{first}_follows_{second}" if second else f"{first}_locked"
    return _coupling(element, element.attributes.get("name", "").strip() or default, form, value, value, taken)


def _polynomial(element: Element) -> list[float]:
    """a₀ … a₄; a short list leaves the rest as they are without it: y = x."""
    usual = [0.0, 1.0, 0.0, 0.0, 0.0]
    given = element.numbers("polycoef") or []
    if len(given) > len(usual):
        raise element.error(f"polycoef of {element.title} has {len(given)} numbers, but at most 5 are used")
    return [*given, *usual[len(given) :]]


def _is_limited(tendon: Element, autolimits: bool) -> bool:
    low, high = tendon.exactly("range", 2) or (0.0, 0.0)
    told = tendon.choice("limited", "auto" if autolimits else "false", ("auto", "false", "true"))
    return told == "true" or (told == "auto" and low < high)


def _coupling(element: Element, name: str, form: Form, low: float, high: float, taken: set[str]) -> list[ToldCoupling]:
    try:
        return [(Coupling(unique(name, taken), form, low, high), element)]
    except PoiseError as error:
        raise element.error(str(error)) from error


def _known(element: Element, name: str, choices: Form | dict[str, Form]) -> None:
    if name not in choices:
        shown = ", ".join(list(choices)[:8])
        raise element.error(f"{element.title} needs a hinge or slide joint, not {name!r}; there are: {shown}")
