/** The materials of the pen: lines of a width in pixels, frusta, balls and flat areas. */

import { DoubleSide, ShaderMaterial, type ShaderMaterialParameters } from "three";
import { LIT, lightUniforms, shared } from "./shading";

/** Lines are quads in the plane of the screen, cut to a capsule with soft edges; `bias` pulls them to the eye. */
export function lineMaterial(bias: number): ShaderMaterial {
  return new ShaderMaterial({
    ...glass,
    uniforms: { viewport: shared.viewport, pixelRatio: shared.pixelRatio, bias: { value: bias } },
    vertexShader: /* glsl */ `
      attribute vec3 lineStart, lineEnd;
      attribute vec4 tint;
      attribute float width, dash;
      uniform vec2 viewport;
      uniform float pixelRatio, bias;
      varying vec2 place;
      varying float reach, half_, period;
      varying vec4 color;
      vec4 before(vec4 a, vec4 b) { // the part of a – b in front of the eye
        float da = a.z + a.w, db = b.z + b.w;
        return da < 0.0 && db > 0.0 ? mix(a, b, da / (da - db)) : a;
      }
      void main() {
        vec4 a0 = projectionMatrix * viewMatrix * vec4(lineStart, 1.0);
        vec4 b0 = projectionMatrix * viewMatrix * vec4(lineEnd, 1.0);
        vec4 a = before(a0, b0), b = before(b0, a0);
        color = tint;
        half_ = 0.5 * width * pixelRatio;
        period = dash * pixelRatio;
        if (a.z + a.w < 0.0 && b.z + b.w < 0.0) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
        vec2 pa = a.xy / a.w * 0.5 * viewport, pb = b.xy / b.w * 0.5 * viewport;
        vec2 way = pb - pa;
        reach = length(way);
        vec2 along = reach > 1e-4 ? way / reach : vec2(1.0, 0.0);
        vec2 across = vec2(-along.y, along.x);
        float r = half_ + 1.0;
        vec2 at = mix(pa - along * r, pb + along * r, position.x) + across * r * position.y;
        place = vec2(position.x < 0.5 ? -r : reach + r, position.y * r);
        float z = position.x < 0.5 ? a.z / a.w : b.z / b.w;
        gl_Position = vec4(at / (0.5 * viewport), z - bias, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec2 place;
      varying float reach, half_, period;
      varying vec4 color;
      void main() {
        float past = max(max(-place.x, place.x - reach), 0.0);
        float inside = half_ + 0.5 - length(vec2(past, place.y));
        float gap = period > 0.0 ? clamp(abs(fract(place.x / period) - 0.5) * 2.0 * period - 0.45 * period, 0.0, 1.0) : 1.0;
        float cover = clamp(inside, 0.0, 1.0) * gap;
        if (cover <= 0.0) discard;
        gl_FragColor = vec4(color.rgb, color.a * cover);
      }`,
  });
}

/** A frustum from one place to another: shafts, tubes, cones. Its own coordinates: around (x, z), along y, y = −1 its base. */
export function frustumMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    ...solid,
    vertexShader: /* glsl */ `
      attribute vec3 from, to;
      attribute vec2 radii;
      attribute vec4 tint;
      varying vec3 n;
      varying vec4 color;
      void main() {
        vec3 way = to - from;
        float long_ = max(length(way), 1e-9);
        vec3 axis = way / long_;
        vec3 hint = abs(axis.y) < 0.7 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
        vec3 u = normalize(cross(hint, axis)), v = cross(axis, u);
        vec3 out_ = position.x * u + position.z * v;
        float t = max(position.y, 0.0);
        vec3 at = from + way * t + out_ * mix(radii.x, radii.y, t);
        vec3 slope = normalize(long_ * out_ + (radii.x - radii.y) * axis);
        n = mat3(viewMatrix) * (position.y < 0.0 ? -axis : slope);
        color = tint;
        gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
      }`,
  });
}

export function ballMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    ...solid,
    vertexShader: /* glsl */ `
      attribute vec4 ball;
      attribute vec4 tint;
      varying vec3 n;
      varying vec4 color;
      void main() {
        n = mat3(viewMatrix) * position;
        color = tint;
        gl_Position = projectionMatrix * viewMatrix * vec4(ball.xyz + ball.w * position, 1.0);
      }`,
  });
}

export function areaMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    ...glass,
    side: DoubleSide,
    vertexShader: /* glsl */ `
      attribute vec4 tint;
      varying vec4 color;
      void main() {
        color = tint;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
        gl_Position.z -= 0.0001 * gl_Position.w;
      }`,
    fragmentShader: /* glsl */ `varying vec4 color; void main() { gl_FragColor = color; }`,
  });
}

const glass = { transparent: true, depthWrite: false } satisfies ShaderMaterialParameters;

const solid = {
  transparent: true,
  depthWrite: true,
  uniforms: lightUniforms(),
  fragmentShader: /* glsl */ `
    ${LIT}
    varying vec3 n;
    varying vec4 color;
    void main() { gl_FragColor = vec4(lit(normalize(n), color.rgb), color.a); }`,
} satisfies ShaderMaterialParameters;
