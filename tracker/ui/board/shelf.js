// Shelf: what this device keeps, by key, and ids of its own making.
// Knows that a browser may withhold storage and random numbers; knows nothing of what is kept.

const MEMORY = (globalThis.__sonarMemory ??= new Map()); // outlives a remount where the browser gives no storage

const shelf = {
  get(key) {
    try { const kept = localStorage.getItem(key); if (kept !== null) return kept; } catch { /* private mode */ }
    return MEMORY.get(key) ?? null;
  },
  set(key, value) {
    try { localStorage.setItem(key, value); MEMORY.delete(key); return true; } catch { MEMORY.set(key, value); return false; }
  },
  drop(key) {
    MEMORY.delete(key);
    try { localStorage.removeItem(key); } catch { /* private mode */ }
  },
  keys(prefix) {
    const found = new Set([...MEMORY.keys()].filter((key) => key.startsWith(prefix)));
    try {
      for (let i = 0; i < localStorage.length; i++) if (localStorage.key(i).startsWith(prefix)) found.add(localStorage.key(i));
    } catch { /* private mode */ }
    return [...found].sort();
  },
};

// crypto.randomUUID is withheld on plain HTTP by a LAN address, and so may be getRandomValues in old browsers.
function newId() {
  const bytes = new Uint8Array(12);
  try { crypto.getRandomValues(bytes); } catch { for (let i = 0; i < 12; i++) bytes[i] = Math.random() * 256; }
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
