// glTF files read by others: nodes where three.js has them, avatars as three-vrm moves them, and the Khronos validator.
// Jobs come as JSON on standard input, answers go out as JSON. Run in the studio's folder, which has the packages.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

globalThis.self = globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const THREE = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin, VRMUtils } = await import('@pixiv/three-vrm');
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import('@pixiv/three-vrm-animation');
const validator = createRequire(process.cwd() + '/package.json')('gltf-validator');

// Without pictures, which node cannot draw: bones do not depend on them.
function bare(path) {
  const file = readFileSync(path);
  const binary = file.toString('latin1', 0, 4) === 'glTF';
  const length = binary ? file.readUInt32LE(12) : 0;
  const json = JSON.parse(binary ? file.toString('utf8', 20, 20 + length) : file.toString('utf8'));
  for (const kind of ['images', 'textures', 'samplers', 'materials']) delete json[kind];
  for (const mesh of json.meshes ?? []) for (const part of mesh.primitives) delete part.material;
  const vrm = json.extensions?.VRMC_vrm;
  if (vrm) (delete vrm.expressions, delete vrm.meta.thumbnailImage);
  if (!binary) return JSON.stringify(json);
  let text = Buffer.from(JSON.stringify(json));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const rest = file.subarray(20 + length);
  const head = Buffer.from(file.subarray(0, 20));
  head.writeUInt32LE(20 + text.length + rest.length, 8);
  head.writeUInt32LE(text.length, 12);
  const whole = Buffer.concat([head, text, rest]);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
}

async function load(path) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
  return loader.parseAsync(bare(path), '');
}

const place = (node) => {
  node.updateWorldMatrix(true, false);
  const [p, q, s] = [new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3()];
  node.matrixWorld.decompose(p, q, s);
  return [...p.toArray(), ...q.toArray()];
};

async function places({ path, animation, times }) {
  const gltf = await load(path);
  const count = gltf.parser.json.nodes.length;
  const nodes = await Promise.all([...Array(count).keys()].map((i) => gltf.parser.getDependency('node', i)));
  if (times === null) return [nodes.map(place)];
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[animation]);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return times.map((t) => (mixer.setTime(t), nodes.map(place)));
}

async function avatar({ path, motion, times }) {
  const { vrm } = (await load(path)).userData;
  if (vrm.meta.metaVersion === '0') VRMUtils.rotateVRM0(vrm);
  const moving = (await load(motion)).userData.vrmAnimations[0];
  const mixer = new THREE.AnimationMixer(vrm.scene);
  const action = mixer.clipAction(createVRMAnimationClip(moving, vrm));
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return times.map((t) => {
    mixer.setTime(t);
    vrm.humanoid.update();
    const bones = Object.keys(vrm.humanoid.humanBones);
    return Object.fromEntries(bones.map((bone) => [bone, place(vrm.humanoid.getRawBoneNode(bone))]));
  });
}

async function judge({ path }) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { maxIssues: 2000 });
  return report.issues.messages.filter((m) => m.severity < 2).map((m) => `${m.code} ${m.pointer ?? ''}`);
}

const kinds = { places, avatar, judge };
const answers = [];
for (const job of JSON.parse(readFileSync(0, 'utf8'))) answers.push(await kinds[job.kind](job));
process.stdout.write(JSON.stringify(answers));
