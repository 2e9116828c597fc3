/** A triangle around each note, as large as its circle needs. */
export const NOTE_VERTEX_SHADER = /* glsl */ `
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_look;
attribute float a_angle;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;

varying vec4 v_color;
varying vec2 v_place;
varying float v_border;
varying float v_shape;
varying float v_mark;

const float bias = 255.0 / 254.0;

void main() {
  float size = a_size * u_correctionRatio / u_sizeRatio * 4.0;
  vec2 corner = vec2(cos(a_angle), sin(a_angle));
  gl_Position = vec4((u_matrix * vec3(a_position + size * corner, 1)).xy, 0, 1);
  v_place = corner * 2.0;
  v_border = u_correctionRatio * 2.0 / (size / 2.0);
  v_mark = floor(a_look / 8.0 + 0.01);
  v_shape = a_look - v_mark * 8.0;

  v_color = a_color;
  v_color.a *= bias;
}
`;

/**
 * Distances to the seven shapes, in the order of the types. A contested note has a ring in the colour of
 * contradictions, a replaced one is hollow, and the current one has a ring in the text colour.
 */
export const NOTE_FRAGMENT_SHADER = /* glsl */ `
precision highp float;

varying vec4 v_color;
varying vec2 v_place;
varying float v_border;
varying float v_shape;
varying float v_mark;

uniform vec3 u_contested;
uniform vec3 u_ground;
uniform vec3 u_text;

const float PI = 3.14159265;

float polygon(vec2 place, float corners) {
  float part = 2.0 * PI / corners;
  float angle = atan(place.x, place.y);
  return cos(floor(angle / part) * part + part / 2.0 - angle) * length(place) - cos(PI / corners);
}

float shape(vec2 place) {
  if (v_shape < 0.5) return length(place) - 0.88;
  if (v_shape < 1.5) return (abs(place.x) + abs(place.y) - 1.1) * 0.7071;
  if (v_shape < 2.5) return max(abs(place.x), abs(place.y)) - 0.76;
  if (v_shape < 3.5) return polygon((place + vec2(0.0, 0.12)) / 1.12, 3.0) * 1.12;
  if (v_shape < 4.5) return polygon(place, 5.0);
  if (v_shape < 5.5) return polygon(place, 6.0);
  return (pow(abs(place.x), 0.62) + pow(abs(place.y), 0.62) - 1.05) * 0.6;
}

void main(void) {
  float fromMiddle = length(v_place);
  bool hasRing = v_mark > 0.5 && (v_mark < 1.5 || v_mark > 2.5);
  float scale = hasRing ? 0.66 : 1.0;
  float inside = shape(v_place / scale) * scale;
  vec4 color = mix(v_color, vec4(0.0), smoothstep(-v_border, 0.0, inside));
  if (v_mark > 1.5 && v_mark < 2.5) {
    float hollow = 1.0 - smoothstep(-v_border, 0.0, inside + 0.26);
    color = mix(color, vec4(u_ground, 1.0) * color.a, hollow);
  }
  if (hasRing) {
    vec4 ring = vec4(v_mark < 1.5 ? u_contested : u_text, 1.0);
    float off = abs(fromMiddle - 0.88) - 0.1;
    color = mix(ring, color, smoothstep(-v_border * 0.5, v_border * 0.5, off));
  }
  gl_FragColor = color;
}
`;
