// Feel: what a tap does to the hand and the ear.
// Knows the device's motors; a device that has none stays silent.

const SOUND = "sonar.sound";

const feel = {
  audio: null,
  get sound() { return shelf.get(SOUND) === "1"; },
  switch() { shelf.set(SOUND, feel.sound ? "0" : "1"); feel.beep(); },
  tap() {
    try { navigator.vibrate?.(15); } catch { /* not allowed before a first tap */ }
    feel.beep();
  },
  // Where the browser lets a page: a captain's view that goes dark is none. By plain HTTP it does not.
  async awake() { try { await navigator.wakeLock?.request("screen"); } catch { /* not while it is hidden */ } },
  beep() {
    if (!feel.sound) return;
    try {
      feel.audio ??= new AudioContext();
      const tone = feel.audio.createOscillator(), loud = feel.audio.createGain();
      tone.frequency.value = 880;
      loud.gain.value = 0.08;
      tone.connect(loud).connect(feel.audio.destination);
      tone.start();
      tone.stop(feel.audio.currentTime + 0.06);
    } catch { /* no sound on this device */ }
  },
};
