// The cloth and the room around it. World units are inches of table.
#import bevy_sprite::mesh2d_vertex_output::VertexOutput

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> extent: vec4<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var colors: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var colors_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var masks: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(4) var masks_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(5) var detail: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(6) var detail_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(7) var cuts: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(8) var cuts_sampler: sampler;

const FRAME: f32 = 1.1;
// Inches each way of a contour that its mask can tell.
const CONTOUR_REACH: f32 = 0.4;
// Toward the sun, as everything on the table has it.
const SUN: vec2<f32> = vec2(-0.622, 0.783);
// Seasons.
const SPRING: f32 = 0.0;
const AUTUMN: f32 = 2.0;
const WINTER: f32 = 3.0;

// Written as the eye sees them, used as light.
fn seen(r: f32, g: f32, b: f32) -> vec3<f32> {
    return pow(vec3(r, g, b), vec3(2.2));
}

fn grain(p: vec2<f32>) -> vec4<f32> {
    return textureSample(detail, detail_sampler, p);
}

// Depth inside water, a sunken road and woods at a point of the table, and the way to a contour, in inches: positive
// inside.
fn cut_at(p: vec2<f32>, size: vec2<f32>) -> vec4<f32> {
    return (textureSample(cuts, cuts_sampler, vec2(p.x / size.x, 1.0 - p.y / size.y)) - 0.5) * 2.0;
}

// Whether it is this season.
fn season_is(season: f32) -> bool {
    return abs(extent.z - season) < 0.5;
}

// Boards of a dark table edge, along one axis.
fn wood(p: vec2<f32>, along: f32, across: f32) -> vec3<f32> {
    let g = grain(vec2(along / 46.0, across / 2.6 + 0.13));
    let fine = grain(vec2(along / 17.0, across / 0.9));
    let streak = g.g * 0.7 + fine.b * 0.5;
    return mix(seen(0.20, 0.115, 0.065), seen(0.44, 0.27, 0.15), clamp(streak - 0.12, 0.0, 1.0));
}

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let p = mesh.world_position.xy;
    let size = extent.xy;
    let uv = vec2(p.x / size.x, 1.0 - p.y / size.y);

    // Everything is sampled before any branch, so that neighbouring pixels agree on how far away they are.
    let base = textureSample(colors, colors_sampler, uv);
    let mask = textureSample(masks, masks_sampler, uv);
    let near = grain(p / 7.3);
    let turned = vec2(p.x * 0.8 - p.y * 0.6, p.x * 0.6 + p.y * 0.8);
    let wide = grain(turned / 23.0);
    let broad = grain(turned.yx / 61.0);
    let beside = wood(p, p.y, p.x);
    let below = wood(p, p.x, p.y);
    let floor_grain = grain(p / vec2(90.0, 30.0));
    let cut = cut_at(p, size);
    let cut_x = cut_at(p + vec2(0.07, 0.0), size) - cut_at(p - vec2(0.07, 0.0), size);
    let cut_y = cut_at(p + vec2(0.0, 0.07), size) - cut_at(p - vec2(0.0, 0.07), size);
    let cut_sun = cut_at(p + SUN * 0.17, size);
    let ripple_a = grain(p.yx / vec2(3.4, 9.0) + vec2(0.31, 0.07));
    let ripple_b = grain(turned.yx / vec2(5.1, 15.0) + vec2(0.11, 0.53));
    let fine_blades = grain(turned / 3.7 + vec2(0.17, 0.43));
    let speck = grain(turned / 2.9 + vec2(0.37, 0.71));
    // Waves that the wind draws through the grass, along its way.
    let gust = grain(vec2(p.x * 0.985 - p.y * 0.174, (p.x * 0.174 + p.y * 0.985) * 3.4) / 30.0);
    // Inches that a pixel of the picture covers.
    let px = max(fwidth(p.x), fwidth(p.y));

    let out = max(max(-p.x, p.x - size.x), max(-p.y, p.y - size.y));
    let shade = base.a * 2.0;

    if out <= 0.0 {
        var col = base.rgb;
        // Blades and mottling.
        let blade = near.r * 1.5 - 0.16 + 0.5 * (wide.r - 0.5) + 0.16 * (near.a - 0.5);
        col *= 0.50 + 1.10 * blade;
        col *= 0.80 + 0.40 * broad.g;
        // Single blades, for the eye that is near; from afar they are even.
        col *= 1.0 + 0.62 * (fine_blades.r - 0.44) + 0.10 * (fine_blades.a - 0.5);
        // Clumps: taller, darker grass with ragged edges, and thin dry places between.
        let clump = smoothstep(0.50, 0.60, wide.b * 0.6 + near.b * 0.4);
        col *= mix(vec3(1.07, 1.05, 1.0), vec3(0.80, 0.86, 0.78), clump * 0.75);
        let dry = smoothstep(0.56, 0.68, near.g * 0.45 + broad.b * 0.55);
        col = mix(col, col * vec3(1.22, 1.10, 0.92), dry * 0.6);
        col = mix(col, col * seen(1.06, 1.02, 0.86), clamp((wide.g - 0.5) * 1.6, 0.0, 1.0));
        let ragged = (near.b - 0.5) * 0.17 + (wide.b - 0.5) * 0.24;
        let in_woods = smoothstep(-0.25, 0.35, cut.z + ragged);
        // What lies in the grass: flowers in spring, leaves in autumn, thickest under the trees.
        if season_is(SPRING) {
            let meadow = smoothstep(0.50, 0.60, wide.g) * (1.0 - in_woods);
            let flower = smoothstep(0.80, 0.86, speck.a) * meadow;
            let petal = mix(seen(0.93, 0.90, 0.80), mix(seen(0.93, 0.80, 0.25), seen(0.66, 0.55, 0.80), step(0.56, near.b)), step(0.47, near.g));
            col = mix(col, petal, flower * 0.75);
        } else if season_is(AUTUMN) {
            let strewn = 0.10 + 0.90 * in_woods;
            let leaf = smoothstep(0.84 - 0.34 * in_woods, 0.90 - 0.30 * in_woods, speck.a) * strewn;
            let rust = mix(seen(0.70, 0.36, 0.12), mix(seen(0.84, 0.62, 0.20), seen(0.50, 0.22, 0.10), step(0.52, near.g)), step(0.47, near.b));
            col = mix(col, rust * shade, leaf * 0.80);
        }
        // The wind lays the grass over in long waves.
        if extent.w > 0.5 {
            let wave = smoothstep(0.43, 0.60, gust.g * 0.55 + gust.b * 0.45);
            let calm = (1.0 - in_woods) * (0.60 + 0.40 * near.g);
            col *= 1.0 + (wave - 0.40) * 0.52 * calm;
            // The undersides of the blades are pale.
            col = mix(col, col * vec3(1.02, 1.06, 1.22), wave * calm * 0.6);
        }

        // Fields: furrows and rows run their own way.
        let angle = mask.a * 3.14159265;
        let across = dot(p, vec2(-sin(angle), cos(angle)));
        let wave = across / 0.26 * 6.2831853 + (wide.b - 0.5) * 1.4;
        // Furrows too fine for the picture become broader lands rather than a pattern of the screen.
        let fine = 1.0 - smoothstep(0.055, 0.11, px);
        let land = across / 1.04 * 6.2831853;
        let slope = sin(wave) * fine;
        let sunny = mix(0.55 * sin(land + 1.1), sin(wave + 1.1), fine);
        let plough = smoothstep(0.485, 0.515, mask.g + ragged * 0.9);
        if plough > 0.0 {
            var soil = mix(seen(0.33, 0.235, 0.15), seen(0.50, 0.375, 0.25), 0.5 + 0.5 * sunny);
            soil *= 0.70 + 0.55 * near.a * near.b + 0.25 * near.g;
            soil *= shade;
            // A headland that the plough turned on, and weeds along it.
            let headland = 1.0 - smoothstep(0.60, 0.66, mask.g + ragged * 0.5);
            soil = mix(soil, seen(0.45, 0.34, 0.22) * shade * (0.72 + 0.5 * near.r), headland * 0.75);
            if season_is(WINTER) {
                // Snow lies in the furrows.
                let lying = smoothstep(0.15, 0.75, -slope) * smoothstep(0.40, 0.52, wide.b * 0.5 + broad.b * 0.5);
                soil = mix(soil, seen(0.86, 0.89, 0.93) * shade, lying * 0.85);
            }
            // A turned strip along the headland.
            col = mix(col, soil, plough * (0.90 + 0.06 * slope));
        }
        let crop = smoothstep(0.48, 0.52, mask.b + ragged * 0.9);
        if crop > 0.0 {
            var soil = mix(seen(0.38, 0.33, 0.17), seen(0.50, 0.45, 0.22), 0.5 + 0.5 * sunny);
            if season_is(WINTER) {
                soil = mix(seen(0.40, 0.335, 0.23), seen(0.53, 0.46, 0.33), 0.5 + 0.5 * sunny);
            }
            soil *= (0.72 + 0.6 * near.r) * shade;
            col = mix(col, soil, crop * 0.92);
        }

        // A thin snow: in patches, longest where the sun does not reach, least under trees.
        if season_is(WINTER) {
            let lies = wide.b * 0.42 + broad.b * 0.36 + near.b * 0.22 - 0.16 * (shade - 1.0) - 0.035 * in_woods;
            let open = (1.0 - plough) * (1.0 - 0.75 * crop);
            // Where it is thin, grass pokes through it.
            let thick = lies + 0.10 * (speck.a - 0.5) - 0.16 * (near.r - 0.42);
            let snow = smoothstep(0.475, 0.555, thick) * open;
            let drift = seen(0.90, 0.925, 0.955) * (0.90 + 0.16 * (near.g - 0.5) + 0.10 * (speck.a - 0.5));
            let rim = smoothstep(0.485, 0.51, lies) * (1.0 - smoothstep(0.51, 0.56, lies));
            // Rime everywhere else.
            col = mix(col, drift * min(shade, 1.1), 0.10 * open);
            col = mix(col, drift * min(shade, 1.12) * (1.0 - 0.16 * rim), snow * 0.92);
        }

        // The road: dust, two ruts, a grassy crown, a dark verge.
        let road = smoothstep(0.47, 0.53, mask.r + ragged * 0.42);
        if road > 0.0 {
            let depth = (mask.r - 0.5) * 2.0;
            var dust = mix(seen(0.60, 0.51, 0.36), seen(0.74, 0.65, 0.48), near.g * 0.5 + wide.g * 0.5);
            dust *= 0.84 + 0.30 * (near.a - 0.5) + 0.30 * near.b;
            if season_is(WINTER) {
                // Frozen mud with snow between the ruts.
                dust *= seen(0.86, 0.85, 0.86);
                dust = mix(dust, seen(0.85, 0.87, 0.90), smoothstep(0.46, 0.60, near.b * 0.6 + wide.g * 0.4) * 0.45);
            }
            // The crown between the ruts, where grass holds out.
            let crown = smoothstep(0.34, 0.46, depth) * smoothstep(0.44, 0.60, near.r * 0.7 + wide.b * 0.5);
            dust = mix(dust, base.rgb * (0.7 + 0.6 * near.r), crown * 0.35);
            let rut = exp(-pow((depth - 0.20 + ragged * 0.06) / 0.045, 2.0));
            dust = mix(dust, seen(0.42, 0.34, 0.23), rut * (0.35 + 0.5 * near.b));
            let verge = 1.0 - smoothstep(0.0, 0.10, depth + ragged * 0.3);
            dust = mix(dust, seen(0.45, 0.40, 0.25), verge * 0.6);
            col = mix(col, dust * mix(1.0, shade, 0.8), road * 0.95);
        }

        // A sunken road: banks that fall to a worn floor, the one under the sun dark, the one across from it bright.
        if cut.y > -0.12 {
            let fall = vec2(cut_x.y, cut_y.y) / 0.14;
            let facing = dot(fall, SUN);
            let edge = cut.y + ragged * 0.35;
            // Where the road runs in or out there is no bank.
            let closed = 1.0 - smoothstep(0.20, 0.34, (mask.r - 0.5) * 2.0);
            let bank = smoothstep(-0.04, 0.03, edge) * (1.0 - smoothstep(0.20, 0.34, edge)) * closed;
            let earth = mix(seen(0.36, 0.27, 0.17), seen(0.50, 0.39, 0.25), near.g);
            col = mix(col, earth * (0.80 + 0.30 * near.a) * (1.0 + 0.85 * facing), bank * 0.92);
            // Grass hangs over the lip; the bank under the sun throws its shade on the floor.
            let lip = smoothstep(-0.10, -0.02, edge) * (1.0 - smoothstep(-0.02, 0.05, edge));
            col *= 1.0 + lip * (0.28 * facing + 0.10) * closed;
            let shaded = closed * smoothstep(0.10, 0.22, edge) * (1.0 - smoothstep(0.02, 0.24, cut_sun.y));
            col *= 1.0 - 0.45 * shaded;
        }

        // Water: earth banks, shallows, depth, ripples that catch the sky.
        if cut.x > -0.45 {
            let fall = vec2(cut_x.x, cut_y.x) / 0.14;
            let facing = dot(fall, SUN);
            let edge = cut.x + ragged * 0.62 + (speck.b - 0.5) * 0.06;
            let bank = smoothstep(-0.22, -0.03, edge + ragged * 0.25);
            let earth = mix(seen(0.33, 0.27, 0.17), seen(0.47, 0.39, 0.26), near.g * 0.6 + near.a * 0.4);
            col = mix(col, earth * (1.0 + 0.75 * facing), bank * 0.85);
            let wet = smoothstep(-0.015, 0.02, edge);
            let deep = smoothstep(0.0, 0.75, cut.x + ragged * 0.9);
            var water = mix(seen(0.43, 0.425, 0.30), seen(0.17, 0.255, 0.275), 0.20 + 0.80 * deep);
            // Bars of gravel and weed seen through the shallows.
            let bar = smoothstep(0.54, 0.64, wide.b * 0.55 + ripple_b.b * 0.45) * (1.0 - smoothstep(0.35, 0.8, cut.x));
            water = mix(water, seen(0.50, 0.46, 0.33) * (0.75 + 0.5 * speck.a), bar * 0.55);
            let wave = ripple_a.r * 0.6 + ripple_b.r * 0.4;
            let swell = ripple_a.b * 0.5 + ripple_b.g * 0.5;
            water *= 0.84 + 0.85 * (wave - 0.40) + 0.50 * (swell - 0.5);
            let crest = smoothstep(0.44, 0.62, wave) * smoothstep(0.40, 0.58, swell);
            water += seen(0.50, 0.58, 0.62) * crest * (0.14 + 0.34 * deep);
            // Shade of the bank under the sun, a bright line where the water touches the other.
            let under = 1.0 - smoothstep(-0.02, 0.14, cut_sun.x);
            water *= 1.0 - 0.45 * under;
            let line = smoothstep(0.0, 0.02, edge) * (1.0 - smoothstep(0.03, 0.075, edge));
            water += seen(0.62, 0.66, 0.62) * line * (0.16 + 0.30 * max(facing, 0.0));
            col = mix(col, water * mix(1.0, shade, 0.5), wet);
        }

        // Contours, never thinner than the eye can follow: a dark line, and light on the ground above it.
        let way = abs(cut.w) * CONTOUR_REACH;
        // Midway between two contours the nearest one changes, and with it the sign: that is no line. A true one changes
        // by no more than its way does.
        let steep = max(abs(cut_x.w), abs(cut_y.w)) * CONTOUR_REACH;
        if way < 0.39 && steep < 0.22 {
            let thin = max(0.016, 0.55 * px);
            let ink = 1.0 - smoothstep(thin - 0.5 * px, thin + 0.5 * px + 0.004, way);
            let glow = (1.0 - smoothstep(thin, thin + max(0.05, 1.3 * px), way)) * step(0.0, cut.w);
            col = mix(col, seen(0.93, 0.87, 0.62), glow * (1.0 - ink) * 0.30);
            col = mix(col, seen(0.17, 0.12, 0.04), ink * 0.72);
        }

        // The cloth darkens under the frame's shadow at its upper and left rim.
        let rim_left = smoothstep(0.0, 0.55, p.x) * smoothstep(0.0, 0.55, size.y - p.y);
        let rim_right = smoothstep(0.0, 0.16, size.x - p.x) * smoothstep(0.0, 0.16, p.y);
        col *= (0.45 + 0.55 * rim_left) * (0.75 + 0.25 * rim_right);
        return vec4(col, 1.0);
    }

    // The frame, mitred at its corners.
    let q = abs(p - size * 0.5) - size * 0.5;
    let side = q.x > q.y;
    if out < FRAME {
        var col = select(below, beside, side);
        let t = out / FRAME;
        // Rounded over: each rail is lit on the flank that looks to the upper left.
        let outward = select(vec2(0.0, sign(p.y - size.y * 0.5)), vec2(sign(p.x - size.x * 0.5), 0.0), side);
        let roll = (t - 0.5) * 2.0;
        let light = dot(outward * roll, SUN);
        col *= 0.95 + 0.75 * light * smoothstep(0.25, 1.0, abs(roll));
        let groove = exp(-pow((t - 0.16) / 0.035, 2.0)) + exp(-pow((t - 0.86) / 0.03, 2.0));
        col *= 1.0 - 0.55 * groove;
        let mitre = exp(-pow((q.x - q.y) / 0.025, 2.0)) * step(0.0, min(q.x, q.y));
        col *= 1.0 - 0.6 * mitre;
        col *= smoothstep(0.0, 0.035, t) * 0.8 + 0.2;
        return vec4(col, 1.0);
    }

    // The room: dark boards, the table's shadow falling to the lower right.
    let lower = p - vec2(1.8, -2.4) - size * 0.5;
    let d = length(max(abs(lower) - size * 0.5 - vec2(FRAME - 1.0), vec2(0.0)));
    let shadow = 0.30 + 0.70 * smoothstep(0.0, 5.0, d);
    let far = length(p - size * 0.5) / length(size);
    let board = floor(p.y / 5.0);
    let seam = exp(-pow((fract(p.y / 5.0) - 0.5) * 2.0 - 1.0, 2.0) * 3000.0) + exp(-pow((fract(p.y / 5.0) - 0.5) * 2.0 + 1.0, 2.0) * 3000.0);
    var room = mix(seen(0.125, 0.095, 0.075), seen(0.20, 0.155, 0.12), floor_grain.g * 0.7 + floor_grain.b * 0.35);
    room *= 0.88 + 0.16 * fract(board * 0.37);
    room *= 1.0 - 0.6 * seam;
    room *= shadow * (1.15 - 0.75 * clamp(far - 0.35, 0.0, 1.0));
    return vec4(room, 1.0);
}
