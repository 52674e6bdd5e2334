//! Opening what needs a display or a graphics driver, and saying in clear words what a machine lacks.

use std::any::Any;
use std::env;
use std::panic::{self, AssertUnwindSafe};

use super::Failure;

/// What a command needs of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// A window: a display and a graphics driver.
    Window,
    /// A picture without a window: a graphics driver.
    Driver,
}

const NO_DISPLAY: &str = "\
There is no display to open a window on: neither WAYLAND_DISPLAY nor DISPLAY is set.
Start the game from a desktop session. A machine that has none gets one, on Debian, with
    apt install xfce4 xserver-xorg
and a screen that exists only in memory, for a look from afar, with
    apt install xvfb && xvfb-run dress-on-the-colors";

const NO_LIBRARIES: &str = "\
The window cannot be opened: the display does not answer, or its libraries are missing. On Debian they come with
    apt install libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon0 libxkbcommon-x11-0 libwayland-client0";

const NO_DRIVER: &str = "\
There is no graphics driver that the game can draw with (Vulkan or OpenGL). On Debian one that needs no graphics card
comes with
    apt install mesa-vulkan-drivers";

/// Does something that opens a window or draws. What a machine lacks is told instead of a panic; every other panic is
/// let through.
///
/// # Errors
/// What is missing, with the package that brings it.
pub fn with(needs: Needs, act: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    if needs == Needs::Window && cfg!(all(unix, not(target_os = "macos"))) && !has_display() {
        return Err(Failure(NO_DISPLAY.to_owned()));
    }
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if lacking(info.payload()).is_none() {
            usual(info);
        }
    }));
    match panic::catch_unwind(AssertUnwindSafe(act)) {
        Ok(done) => done,
        Err(payload) => match lacking(payload.as_ref()) {
            Some(what) => Err(Failure(what.to_owned())),
            None => panic::resume_unwind(payload),
        },
    }
}

fn has_display() -> bool {
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// What a machine lacks whose start ended in this panic.
fn lacking(payload: &(dyn Any + Send)) -> Option<&'static str> {
    let text =
        payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied())?;
    if text.contains("Unable to find a GPU") {
        Some(NO_DRIVER)
    } else if text.contains("Failed to build event loop") {
        Some(NO_LIBRARIES)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_with_its_package() {
        let told = with(Needs::Driver, || panic!("Unable to find a GPU! Make sure")).unwrap_err();
        assert!(told.0.contains("mesa-vulkan-drivers"), "{told:?}");
        assert_eq!(with(Needs::Driver, || Ok(())), Ok(()));
    }
}
