//! How colours look to those who see fewer of them, and how far apart two colours are to a pair of eyes.
//!
//! The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
//! Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15(6), 2009), at full severity; they work on
//! linear light. Distances are CIE 1976: the straight line between two colours in L*a*b*, D65.

/// A pair of eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// They see all colours.
    All,
    /// They lack the cones for long waves: reds are dark.
    Protanope,
    /// They lack the cones for middle waves.
    Deuteranope,
    /// They lack the cones for short waves.
    Tritanope,
    /// They see light and dark alone, as a photocopy does.
    Grey,
}

const PROTAN: [[f32; 3]; 3] =
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
const DEUTAN: [[f32; 3]; 3] =
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
const TRITAN: [[f32; 3]; 3] =
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];
/// Luminance of linear sRGB.
const LUMINANCE: [f32; 3] = [0.2126, 0.7152, 0.0722];

impl Eyes {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::All, Self::Protanope, Self::Deuteranope, Self::Tritanope, Self::Grey];

    /// What to call them.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all colours",
            Self::Protanope => "protanope",
            Self::Deuteranope => "deuteranope",
            Self::Tritanope => "tritanope",
            Self::Grey => "grey",
        }
    }

    /// An sRGB colour as they see it.
    pub fn see(self, rgb: [u8; 3]) -> [u8; 3] {
        if self == Self::All {
            return rgb;
        }
        self.light(rgb).map(encoded)
    }

    /// An sRGB colour as they see it, in linear light.
    fn light(self, rgb: [u8; 3]) -> [f32; 3] {
        let light = rgb.map(linear);
        let by = |matrix: [[f32; 3]; 3]| matrix.map(|row| dot(row, light).clamp(0.0, 1.0));
        match self {
            Self::All => light,
            Self::Protanope => by(PROTAN),
            Self::Deuteranope => by(DEUTAN),
            Self::Tritanope => by(TRITAN),
            Self::Grey => [dot(LUMINANCE, light); 3],
        }
    }

    /// L*, a* and b* of an sRGB colour as they see it.
    pub fn lab(self, rgb: [u8; 3]) -> [f32; 3] {
        let light = self.light(rgb);
        let x = dot([0.4124, 0.3576, 0.1805], light) / 0.9505;
        let y = dot([0.2126, 0.7152, 0.0722], light);
        let z = dot([0.0193, 0.1192, 0.9505], light) / 1.0890;
        let f = |t: f32| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
    }

    /// How far apart two colours are to them; 2.3 is just seen side by side.
    pub fn apart(self, a: [u8; 3], b: [u8; 3]) -> f32 {
        let (a, b) = (self.lab(a), self.lab(b));
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn linear(c: u8) -> f32 {
    let c = f32::from(c) / 255.0;
    if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

fn encoded(c: f32) -> u8 {
    let c = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    (c * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_look_the_same_to_all_eyes() {
        for grey in [0, 40, 128, 200, 255] {
            for eyes in Eyes::ALL {
                for c in eyes.see([grey; 3]) {
                    assert!(c.abs_diff(grey) <= 1, "{eyes:?} {grey}: {c}");
                }
            }
        }
    }

    #[test]
    fn red_and_green_of_one_lightness_are_apart_to_all_colours_alone() {
        // L* 53.2 both; the green was found by bisection.
        let (red, green) = ([255, 0, 0], [0, 144, 0]);
        assert!(Eyes::All.apart(red, green) > 100.0);
        assert!(Eyes::Grey.apart(red, green) < 5.0, "{}", Eyes::Grey.apart(red, green));
        assert!(Eyes::Deuteranope.apart(red, green) < Eyes::All.apart(red, green) / 2.0);
    }

    #[test]
    fn the_measure_is_that_of_the_textbooks() {
        let [l, a, b] = Eyes::All.lab([255, 0, 0]);
        assert!((l - 53.24).abs() < 0.1 && (a - 80.09).abs() < 0.2 && (b - 67.20).abs() < 0.2, "{l} {a} {b}");
        assert!((Eyes::All.apart([0; 3], [255; 3]) - 100.0).abs() < 0.1);
    }
}
