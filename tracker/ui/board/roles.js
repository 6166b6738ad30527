// Roles: who holds this device: the radio operator, the captain or the first mate.
// Knows what the device remembers of it and what it chose last; knows nothing of what each role shows.

const ROLE = "sonar.role", ROLE_ASKED = "sonar.role.asked";
const ROLES = ["operator", "captain", "mate"];

const roles = {
  // Whether somebody chose: a device that never did is an operator's.
  get chosen() { return ROLES.includes(shelf.get(ROLE)); },
  get now() { return roles.chosen ? shelf.get(ROLE) : "operator"; },
  choose(role) { shelf.set(ROLE, role); },
  // The page's menu asks with a number that is new for each choice: an old one is not taken again after a remount.
  asked([number, role]) {
    if (shelf.get(ROLE_ASKED) === String(number)) return null;
    shelf.set(ROLE_ASKED, String(number));
    return role;
  },
};
