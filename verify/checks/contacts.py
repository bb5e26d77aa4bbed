"""Contact forces against HiGHS and NNLS: whether a stance can be held, that its forces cost least, and why it falls.

Friction cones are round; pyramids of many edges inside and around them bracket the truth. A stance that even the finest
pair leaves open lies on the border and is not judged.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.optimize import linprog, nnls

import poise
from verify.stances import Contact, Stance, stance
from verify.tally import Tally, progress, scaled

FINER = (12, 48, 768)
"""Edges of a pyramid, until inside and around agree."""
PRICE = 0.05
"""ε of docs/statics.md (m): Σ τ² + ε² Σ |f|² is made least."""
CLOSE = 1e-5
"""Relative: how near the least cost must be to that of pyramids with 48 edges inside and around."""

PROOF = 1e-4
"""How much of the work of the loads the supports may take up in a motion that is said to be free: rounding."""
FACTOR = 0.002
"""The friction needed is promised to 0.1 %; twice that, for the edges of the pyramids."""


def run(rng: np.random.Generator, size: float) -> Tally:
    tally, counts = Tally(), {"held": 0, "cannot be held": 0, "on the border": 0, "cost compared": 0}
    for number in progress(range(scaled(200, size)), "contacts"):
        asked = stance(rng)
        report, truth = asked.report(), can_be_held(asked)
        tally.cases += 1
        counts["on the border" if truth is None else "held" if truth else "cannot be held"] += 1
        name = f"stance {number}: {asked.supports}, {asked.forces}"
        if truth is not None and truth != report.possible:
            tally.fail(f"said {'possible' if report.possible else 'impossible'}, HiGHS says otherwise", name)
        elif report.possible:
            counts["cost compared"] += number % 4 == 0
            for kind in wrong_forces(asked, report, costs=number % 4 == 0):
                tally.fail(kind, name)
        elif not is_proof(asked, proof_of(report)):
            tally.fail("the proof that nothing holds it is none", name)
        if number % 5 == 0 and (wrong := wrong_factor(asked, report.friction_needed)):
            tally.fail("the friction needed is another", f"{name}: {wrong}")
    tally.say(", ".join(f"{count} {what}" for what, count in counts.items()))
    return tally


def edges_of(contact: Contact, count: int, around: bool) -> np.ndarray:
    """Edges (n, 3) of what a contact may give: a pyramid for a cone, one ray for a rope, both ways for a grip."""
    if np.isinf(contact.slope):
        return np.vstack([np.eye(3), -np.eye(3)])
    if contact.slope == 0.0:
        return contact.normal[None]
    across = np.cross(contact.normal, np.eye(3)[np.argmin(np.abs(contact.normal))])
    across /= np.linalg.norm(across)
    angles = 2 * np.pi * np.arange(count) / count
    ring = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * np.cross(contact.normal, across)
    return contact.normal + contact.slope / (np.cos(np.pi / count) if around else 1.0) * ring


def can_be_held(asked: Stance) -> bool | None:
    """By linear programming; None on the border."""
    wanted, center = -asked.wrench(), asked.pose.center_of_mass
    for count in FINER:
        verdicts = []
        for around in (False, True):
            columns = [
                np.hstack([edges, np.cross(contact.point - center, edges)])
                for contact in asked.contacts()
                for edges in [edges_of(contact, count, around)]
            ]
            matrix = np.vstack(columns).T
            found = linprog(np.ones(matrix.shape[1]), A_eq=matrix, b_eq=wanted / np.linalg.norm(wanted), method="highs")
            verdicts.append(found.status == 0)
        if verdicts[0] or not verdicts[1]:
            return bool(verdicts[0])
    return None


def wrong_forces(asked: Stance, report: poise.Statics, *, costs: bool) -> list[str]:
    """What is wrong with the forces: their cones, their sum, the torques they leave, or (if asked) their cost."""
    contacts, forces = asked.contacts(), np.asarray(report.contact_forces)
    if forces.shape != (len(contacts), 3):
        return ["forces at other points than the supports have"]
    center, weight = asked.pose.center_of_mass, asked.pose.figure.mass * 9.81
    wrong = []
    for contact, force in zip(contacts, forces, strict=True):
        along = force @ contact.normal
        across = np.linalg.norm(force - along * contact.normal)
        if np.isfinite(contact.slope) and across > contact.slope * along + 1e-7 * weight:
            wrong.append("a force outside of its cone")
    arms = np.array([contact.point for contact in contacts]) - center
    left = asked.wrench() + np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])
    if np.abs(left).max() > 1e-6 * weight:
        wrong.append("forces that do not cancel")
    bare, map_ = torques_of(asked, contacts)
    torques = bare + map_ @ forces.ravel()
    if np.abs(np.abs(torques) - np.abs(report.torques[6:])).max() > 1e-6 * weight:
        wrong.append("torques that are not those of the forces")
    if costs:
        found = float((torques**2).sum() + PRICE**2 * (forces**2).sum())
        most, least = (least_cost(asked, contacts, bare, map_, around) for around in (False, True))
        if found > most * (1 + CLOSE):
            wrong.append("forces that cost more than those of NNLS")
        if found < least * (1 - CLOSE):
            wrong.append("forces that cost less than any could")
    return wrong


def torques_of(asked: Stance, contacts: list[Contact]) -> tuple[np.ndarray, np.ndarray]:
    """Joint torques by virtual work: those of weight and loads (n,), and of the contacts' forces (n, 3 m)."""
    pose = asked.pose
    bare = pose.figure.mass * (pose.center_of_mass_jacobian().T @ (0.0, -9.81, 0.0))
    for segment, point, force, torque in asked.loads():
        bare = bare + pose.point_jacobian(segment, point).T @ [*force, *torque]
    columns = [pose.point_jacobian(contact.segment, contact.point)[:3].T for contact in contacts]
    return bare[6:], np.hstack(columns)[6:]


def least_cost(asked: Stance, contacts: list[Contact], bare: np.ndarray, map_: np.ndarray, around: bool) -> float:
    """min Σ τ² + ε² Σ |f|² over pyramids by non-negative least squares, equilibrium by a heavy weight."""
    blocks = [edges_of(contact, 48, around).T for contact in contacts]
    spread = np.zeros((3 * len(contacts), sum(block.shape[1] for block in blocks)))
    at = 0
    for i, block in enumerate(blocks):
        spread[3 * i : 3 * i + 3, at : at + block.shape[1]] = block
        at += block.shape[1]
    arms = np.array([contact.point for contact in contacts]) - asked.pose.center_of_mass
    wrench = np.hstack([np.vstack([np.eye(3), cross(arm)]) for arm in arms])
    heavy, scale = 1e4, float(np.linalg.norm(asked.wrench()))
    matrix = np.vstack([heavy * wrench, map_, PRICE * np.eye(3 * len(contacts))]) @ spread
    wanted = np.concatenate([-heavy * asked.wrench(), -bare, np.zeros(3 * len(contacts))])
    weights, _ = nnls(matrix, wanted / scale, maxiter=100 * matrix.shape[1])
    forces = scale * (spread @ weights)
    return float(((bare + map_ @ forces) ** 2).sum() + PRICE**2 * (forces**2).sum())


def cross(v: np.ndarray) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def proof_of(report: poise.Statics) -> np.ndarray | None:
    """The motion in which nothing holds the body; `motion` was its name before."""
    return report.virtual_motion if hasattr(report, "virtual_motion") else report.motion


def is_proof(asked: Stance, motion: np.ndarray | None) -> bool:
    """Farkas: the loads do work in the motion, and every force that a contact may give does none against it.

    `motion`: linear, then angular about the centre of mass.
    """
    if motion is None:
        return False
    work, resisted = float(asked.wrench() @ motion), 0.0
    for contact in asked.contacts():
        moves = motion[:3] + np.cross(motion[3:], contact.point - asked.pose.center_of_mass)
        along = float(moves @ contact.normal)
        across = float(np.linalg.norm(moves - along * contact.normal))
        against = float(np.linalg.norm(moves)) if np.isinf(contact.slope) else contact.slope * across - along
        resisted = max(resisted, against)
    return work > 0.0 and resisted * float(np.linalg.norm(asked.wrench())) < PROOF * work


def wrong_factor(asked: Stance, factor: float | None) -> str:
    """Whether a little more friction holds the pose and a little less does not; empty when so, or when nobody knows."""
    if factor is None or not 0.0 < factor < 100.0:
        return ""
    for more, expected in ((1 + FACTOR, True), (1 - FACTOR, False)):
        supports = [replace(s, friction=s.friction * factor * more) for s in asked.supports]
        if can_be_held(replace(asked, supports=supports)) is (not expected):
            return f"{factor:.5g}, but {factor * more:.5g} is {'not enough' if expected else 'enough'}"
    return ""
