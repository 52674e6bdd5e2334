//! How men stand, march, fight and run. The man faces +y with his right hand at +x.

use crate::figure::Pose;
use crate::sdf::{V, v};

/// Standing with the musket on the right shoulder (or, second variant, at the order).
pub fn ready(second: bool) -> Pose {
    let mut p = Pose {
        pelvis: v(0.0, 0.0, 0.88),
        lean: -0.02,
        twist: 0.0,
        head: (0.06, 0.36),
        feet: [v(-0.125, 0.02, 0.09), v(0.125, -0.02, 0.09)],
        heels: [0.0, 0.0],
        knees: [v(-0.35, 1.0, 0.0), v(0.35, 1.0, 0.0)],
        hands: [v(-0.33, 0.06, 0.80), v(0.27, 0.24, 1.08)],
        elbows: [v(-0.25, -1.0, 0.0), v(0.55, -0.9, 0.0)],
        gun: Some((v(0.25, 0.27, 0.96), v(0.05, -0.40, 0.92))),
    };
    if second {
        p.head = (-0.30, 0.38);
        p.feet = [v(-0.15, 0.12, 0.09), v(0.12, -0.06, 0.09)];
        p.twist = -0.12;
        p.hands = [v(-0.20, 0.24, 1.12), v(0.30, 0.20, 1.10)];
        p.gun = Some((v(0.34, 0.20, 0.05), v(-0.035, 0.0, 1.0)));
    }
    p
}

/// Taking aim, left foot forward.
pub fn fire(second: bool) -> Pose {
    let up = if second { 0.06 } else { 0.0 };
    Pose {
        pelvis: v(0.0, -0.04, 0.86),
        lean: 0.05,
        twist: -0.75,
        head: (if second { 0.10 } else { -0.06 }, 0.20 + up),
        feet: [v(-0.12, if second { 0.30 } else { 0.22 }, 0.09), v(0.15, -0.24, 0.09)],
        heels: [0.0, if second { 0.25 } else { 0.0 }],
        knees: [v(-0.1, 1.0, 0.0), v(1.0, 0.5, 0.0)],
        hands: [v(0.05, 0.60, 1.40 + up), v(0.14, 0.25, 1.38)],
        elbows: [v(-0.3, 0.2, -1.0), v(1.0, -0.2, -0.25)],
        gun: Some((v(0.155, -0.03, 1.40), v(-0.13, 0.99, 0.0 + up))),
    }
}

/// Running at the enemy with the bayonet down.
pub fn charge(second: bool) -> Pose {
    let mut p = Pose {
        pelvis: v(0.0, -0.04, 0.85),
        lean: 0.36,
        twist: -0.45,
        head: (0.0, 0.34),
        feet: [v(-0.13, 0.42, 0.17), v(0.13, -0.62, 0.23)],
        heels: [-0.25, 1.0],
        knees: [v(-0.15, 1.0, 0.0), v(0.2, 1.0, 0.0)],
        hands: [v(-0.03, 0.62, 1.13), v(0.24, 0.16, 1.02)],
        elbows: [v(-0.8, -0.1, -0.6), v(0.7, -0.9, 0.1)],
        gun: Some((v(0.30, -0.16, 0.97), v(-0.30, 0.94, 0.13))),
    };
    if second {
        p.feet = [v(-0.13, -0.60, 0.22), v(0.13, 0.40, 0.15)];
        p.heels = [1.0, -0.15];
        p.lean = 0.28;
        p.head = (0.12, 0.36);
        p.hands = [v(0.02, 0.56, 1.36), v(0.24, 0.12, 1.16)];
        p.gun = Some((v(0.32, -0.18, 1.06), v(-0.30, 0.90, 0.30)));
    }
    p
}

/// Marching at the right shoulder shift; the second man is on the other foot.
pub fn march(second: bool) -> Pose {
    let mut p = Pose {
        pelvis: v(0.0, 0.02, 0.86),
        lean: 0.08,
        twist: 0.16,
        head: (0.04, 0.34),
        feet: [v(-0.12, 0.36, 0.10), v(0.12, -0.38, 0.17)],
        heels: [-0.20, 0.75],
        hands: [v(-0.34, -0.16, 0.86), v(0.25, 0.28, 1.10)],
        gun: Some((v(0.24, 0.32, 0.98), v(0.03, -0.50, 0.86))),
        ..ready(false)
    };
    if second {
        p.feet = [v(-0.12, -0.36, 0.16), v(0.12, 0.34, 0.10)];
        p.heels = [0.70, -0.18];
        p.twist = -0.10;
        p.head = (-0.22, 0.30);
        p.hands = [v(-0.32, 0.26, 0.90), v(0.27, 0.24, 1.08)];
        p.gun = Some((v(0.27, 0.28, 0.96), v(0.08, -0.36, 0.93)));
    }
    p
}

/// Ramming a cartridge: the musket upright before him, the right hand high on the rammer.
pub fn load() -> Pose {
    Pose {
        pelvis: v(0.0, -0.02, 0.87),
        lean: 0.06,
        twist: -0.20,
        head: (0.05, 0.50),
        feet: [v(-0.16, 0.18, 0.09), v(0.15, -0.18, 0.09)],
        hands: [v(-0.06, 0.34, 1.22), v(0.10, 0.34, 1.78)],
        elbows: [v(-1.0, -0.1, -0.4), v(1.0, -0.3, 0.1)],
        gun: None,
        ..ready(false)
    }
}

/// Down on the right knee, taking aim.
pub fn kneel() -> Pose {
    Pose {
        pelvis: v(0.0, -0.06, 0.52),
        lean: 0.05,
        twist: -0.70,
        head: (-0.04, 0.24),
        feet: [v(-0.13, 0.30, 0.09), v(0.18, -0.44, 0.11)],
        heels: [0.0, 1.2],
        knees: [v(-0.2, 1.0, 0.3), v(0.5, 0.8, -1.0)],
        hands: [v(0.05, 0.60, 1.04), v(0.14, 0.28, 1.02)],
        elbows: [v(-0.3, 0.2, -1.0), v(1.0, -0.2, -0.25)],
        gun: Some((v(0.155, -0.01, 1.04), v(-0.13, 0.99, 0.02))),
    }
}

/// Running for his life, his musket thrown away.
pub fn rout() -> Pose {
    Pose {
        pelvis: v(0.0, -0.02, 0.86),
        lean: 0.30,
        twist: 0.35,
        head: (0.55, 0.40),
        feet: [v(-0.12, -0.66, 0.34), v(0.13, 0.44, 0.14)],
        heels: [1.1, -0.20],
        knees: [v(-0.15, 1.0, 0.0), v(0.2, 1.0, 0.0)],
        hands: [v(-0.30, 0.52, 1.34), v(0.46, -0.26, 1.12)],
        elbows: [v(-0.8, -0.4, -0.6), v(0.9, -0.6, -0.3)],
        gun: None,
    }
}

/// Wavering: half turned away, the musket trailed, a hand to his brow.
pub fn waver() -> Pose {
    Pose {
        pelvis: v(0.0, 0.0, 0.86),
        lean: 0.10,
        twist: 0.50,
        head: (0.70, 0.44),
        feet: [v(-0.20, 0.10, 0.09), v(0.20, -0.26, 0.11)],
        heels: [0.0, 0.45],
        knees: [v(-0.6, 1.0, 0.0), v(0.7, 0.8, 0.0)],
        hands: [v(-0.24, 0.30, 1.58), v(0.34, -0.02, 0.80)],
        elbows: [v(-1.0, 0.2, -0.4), v(0.8, -0.7, 0.0)],
        gun: Some((v(0.36, -0.74, 0.66), v(-0.03, 0.97, 0.20))),
    }
}

/// An officer pointing the way with his sword.
pub fn sword_ahead() -> Pose {
    Pose {
        pelvis: v(0.0, 0.02, 0.86),
        lean: 0.16,
        twist: 0.30,
        head: (0.55, 0.34),
        feet: [v(-0.16, -0.26, 0.12), v(0.14, 0.34, 0.09)],
        heels: [0.5, 0.0],
        hands: [v(-0.40, -0.10, 1.12), v(0.22, 0.66, 1.46)],
        elbows: [v(-0.9, -0.6, 0.0), v(1.0, 0.0, -0.4)],
        ..sword_up()
    }
}

/// An officer with his sword in the air.
pub fn sword_up() -> Pose {
    Pose {
        pelvis: v(0.0, 0.0, 0.87),
        lean: 0.04,
        twist: 0.20,
        head: (-0.15, 0.38),
        feet: [v(-0.15, 0.26, 0.09), v(0.14, -0.22, 0.10)],
        heels: [0.0, 0.35],
        knees: [v(-0.25, 1.0, 0.0), v(0.5, 1.0, 0.0)],
        hands: [v(-0.36, 0.22, 1.02), v(0.44, 0.16, 1.86)],
        elbows: [v(-0.9, -0.6, 0.0), v(1.0, -0.1, -0.3)],
        gun: None,
    }
}

/// Both hands on an upright staff.
pub fn bearer() -> Pose {
    Pose {
        hands: [v(0.11, 0.31, 1.34), v(0.16, 0.31, 1.06)],
        elbows: [v(-1.0, -0.2, -0.4), v(1.0, -0.4, -0.3)],
        feet: [v(-0.15, 0.16, 0.09), v(0.13, -0.12, 0.09)],
        head: (-0.2, 0.36),
        gun: None,
        ..ready(false)
    }
}

/// Sticks over the drum.
pub fn drumming() -> Pose {
    Pose {
        hands: [v(-0.20, 0.36, 1.06), v(0.20, 0.36, 1.10)],
        elbows: [v(-1.0, -0.5, -0.2), v(1.0, -0.5, -0.2)],
        feet: [v(-0.13, 0.14, 0.10), v(0.12, -0.10, 0.09)],
        head: (0.1, 0.32),
        gun: None,
        ..ready(false)
    }
}

/// Astride, with the pelvis at the saddle; the reins in the left hand.
pub fn astride(seat: V, right: V) -> Pose {
    Pose {
        pelvis: seat,
        lean: -0.02,
        twist: 0.0,
        head: (-0.12, 0.36),
        feet: [seat + v(-0.42, 0.12, -0.76), seat + v(0.42, 0.12, -0.76)],
        heels: [-0.3, -0.3],
        knees: [v(-0.9, 1.0, 0.1), v(0.9, 1.0, 0.1)],
        hands: [seat + v(-0.08, 0.40, 0.22), seat + right],
        elbows: [v(-1.0, -0.5, -0.2), v(1.0, -0.3, -0.4)],
        gun: None,
    }
}

/// Sprawled; sculpted standing, then laid down by the caller.
pub fn sprawled(second: bool) -> Pose {
    let mut p = ready(false);
    p.gun = None;
    p.feet = [v(-0.30, 0.06, 0.12), v(0.20, 0.02, 0.10)];
    p.knees = [v(-1.0, 0.6, 0.0), v(0.8, 0.5, 0.0)];
    p.hands = [v(-0.62, -0.02, 1.62), v(0.56, -0.02, 1.02)];
    p.elbows = [v(-1.0, 0.0, -0.4), v(0.6, 0.0, 0.8)];
    p.head = (0.45, 0.10);
    if second {
        p.feet = [v(-0.16, 0.10, 0.22), v(0.24, 0.25, 0.38)];
        p.hands = [v(-0.50, 0.20, 1.00), v(0.40, 0.40, 1.62)];
        p.head = (-0.3, 0.0);
    }
    p
}
