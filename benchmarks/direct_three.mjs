// Cyclic coordinate descent of three.js on an arm of hinges: one iteration at a time, until the tip is near its goal.
//
//     node direct_three.mjs folder-of-three < arm.json
//
// The arm comes as JSON: hinges from the base on (axis, place on the link before, range), tip, start, goals, tolerance
// (m), iterations. Writes JSON: for every goal how far the tip was in the end and its iterations; seconds of all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const three = process.argv[2];
const { Bone, Vector3 } = await import(pathToFileURL(join(three, 'build/three.module.js')).href);
const { CCDIKSolver } = await import(pathToFileURL(join(three, 'examples/jsm/animation/CCDIKSolver.js')).href);
const { hinges, tip, start, goals, tolerance, iterations } = JSON.parse(readFileSync(0, 'utf8'));

const base = new Bone();
const bones = [base];
for (const hinge of hinges) {
  const bone = new Bone();
  bone.position.set(...hinge.at);
  // An Euler angle of the second axis ends at a right angle: the hinge's own comes first.
  bone.rotation.order = hinge.axis[1] !== 0 ? 'YXZ' : 'XYZ';
  bones.at(-1).add(bone);
  bones.push(bone);
}
const effector = new Bone();
effector.position.set(...tip);
bones.at(-1).add(effector);
const target = new Bone();
base.add(target);
bones.push(effector, target);

const links = hinges.map((hinge, i) => ({
  index: i + 1,
  limitation: new Vector3(...hinge.axis),
  rotationMin: new Vector3(...hinge.axis).multiplyScalar(hinge.low),
  rotationMax: new Vector3(...hinge.axis).multiplyScalar(hinge.high),
}));
const solver = new CCDIKSolver({ skeleton: { bones } }, [
  { target: bones.length - 1, effector: bones.length - 2, links: links.reverse(), iteration: 1 },
]);

const place = new Vector3();
const distance = () => place.setFromMatrixPosition(effector.matrixWorld).distanceTo(target.position);

function solve(goal) {
  hinges.forEach((hinge, i) => bones[i + 1].quaternion.setFromAxisAngle(new Vector3(...hinge.axis), start[i]));
  target.position.set(...goal);
  base.updateMatrixWorld(true);
  let count = 0;
  while (count < iterations && distance() > tolerance) {
    solver.update();
    ++count;
  }
  return [distance(), count];
}

for (let i = 0; i < 3; ++i) goals.forEach(solve); // until it is compiled
const began = process.cpuUsage();
const found = goals.map(solve);
const spent = process.cpuUsage(began);
console.log(JSON.stringify({ found, seconds: (spent.user + spent.system) / 1e6 }));
