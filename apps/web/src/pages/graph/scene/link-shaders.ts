/** Sigma's rectangle along a link, extended by the distance in pixels from the link's start. */
export const LINK_VERTEX_SHADER = /* glsl */ `
attribute vec4 a_color;
attribute vec2 a_normal;
attribute float a_normalCoef;
attribute vec2 a_positionStart;
attribute vec2 a_positionEnd;
attribute float a_positionCoef;
attribute vec2 a_dash;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_zoomRatio;
uniform float u_pixelRatio;
uniform float u_correctionRatio;
uniform float u_minEdgeThickness;
uniform float u_feather;
uniform vec2 u_dimensions;

varying vec4 v_color;
varying vec2 v_normal;
varying vec2 v_dash;
varying float v_along;
varying float v_thickness;
varying float v_feather;

const float bias = 255.0 / 254.0;

void main() {
  vec2 normal = a_normal * a_normalCoef;
  vec2 position = mix(a_positionStart, a_positionEnd, a_positionCoef);
  float normalLength = length(normal);
  vec2 unitNormal = normalLength > 0.0 ? normal / normalLength : vec2(0.0);
  float thickness = max(normalLength, u_minEdgeThickness * u_sizeRatio) * u_correctionRatio / u_sizeRatio;
  gl_Position = vec4((u_matrix * vec3(position + unitNormal * thickness, 1)).xy, 0, 1);

  vec2 span = (u_matrix * vec3(a_positionEnd - a_positionStart, 0)).xy * u_dimensions / 2.0;
  v_along = a_positionCoef * length(span);
  v_dash = a_dash;
  v_thickness = thickness / u_zoomRatio;
  v_normal = unitNormal;
  v_feather = u_feather * u_correctionRatio / u_zoomRatio / u_pixelRatio * 2.0;

  v_color = a_color;
  v_color.a *= bias;
}
`;

export const LINK_FRAGMENT_SHADER = /* glsl */ `
precision highp float;

varying vec4 v_color;
varying vec2 v_normal;
varying vec2 v_dash;
varying float v_along;
varying float v_thickness;
varying float v_feather;

void main(void) {
  if (v_dash.y > 0.0 && mod(v_along, v_dash.y) > v_dash.x) discard;
  float edge = smoothstep(v_thickness - v_feather, v_thickness, length(v_normal) * v_thickness);
  gl_FragColor = mix(v_color, vec4(0.0), edge);
}
`;
