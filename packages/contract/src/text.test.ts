import { expect, test } from "vitest";
import { Register } from "./accounts.ts";
import { RegisterDevice, RenameDeviceBody } from "./devices.ts";
import { AuditQuery, Search } from "./console.ts";
import { FleetQuery } from "./analytics-overview.ts";
import { SaveLayout } from "./layouts.ts";
import { UpdateProfile } from "./profile.ts";
import { CreateToken } from "./tokens.ts";
import { lookedFor, withoutHidden } from "./visible-text.ts";

/** Every call that takes a name, with the name put in. */
const calls: Readonly<Record<string, (name: string) => boolean>> = {
  "first name": (name) => Register.safeParse({ ...maria, firstName: name }).success,
  "last name": (name) => Register.safeParse({ ...maria, lastName: name }).success,
  "new first name": (name) => UpdateProfile.safeParse({ firstName: name }).success,
  "new last name": (name) => UpdateProfile.safeParse({ lastName: name }).success,
  device: (name) => RegisterDevice.safeParse({ serialNumber: "P0SIM0001", deviceName: name }).success,
  "new device name": (name) => RenameDeviceBody.safeParse({ name }).success,
  relay: (name) => RenameDeviceBody.safeParse({ relays: [{ number: 1, name }] }).success,
  token: (name) => CreateToken.safeParse({ name, scope: "read" }).success,
  layout: (name) => SaveLayout.safeParse({ name, layout: { components: [] } }).success,
};
const maria = { email: "maria@relaydeck.test", password: "pump house at the lake", firstName: "Maria", lastName: "Lind" };

const refused = [
  "\u200B",
  "\u200B\u200D\u2060",
  "\u3164",
  "\u2800",
  "\uFE0F",
  "\u0301",
  "Ma\u200Bria",
  "Ma\u200Dria",
  "Ma\u00ADria",
  "Maria\u202EdniL",
  "\u2066Maria\u2069",
  "Maria\u200F",
  "\u{E0041}Maria",
  "\u{1F469}\u200D",
  "\u{1D159}",
  "\uFFFC",
  "\u{16FE4}",
  "\uFFFF",
  "Alex\uFE0F",
  "Alex\uFE0E",
  "Pump 1\uFE0F",
  "Alex\u180B",
  "\u845B\u{E0100}",
  "❤\uFE0F\uFE0F",
  "❤\uFE0E",
  "Al\u{1D159}ex",
];
const accepted = [
  "Maria",
  "Zoë Ångström",
  "Zoe\u0308",
  "\u{1F469}\u200D\u{1F527}",
  "\u{1F468}\u{1F3FD}\u200D\u{1F33E} hut",
  "❤\uFE0F\u200D\u{1F525}",
  "1\uFE0F\u20E3 pump",
  "\u{1F3F3}\uFE0F\u200D\u{1F308}",
  "\u{1F600}\uFE0E",
];
const acceptedScripts = ["\u1820\u180B", "علی\u200Cرضا", "क्\u200Dष", "李雷", "O’Neil-Łuk"];

test.each(Object.entries(calls))(
  "[IN-6] %s: nothing invisible and nothing that turns the direction; emoji stay",
  (_name, takes) => {
    expect(refused.filter(takes)).toEqual([]);
    expect([...accepted, ...acceptedScripts].filter((name) => !takes(name))).toEqual([]);
  },
);

test("[IN-6] a picture that a keyboard asks for twice is the same name as the picture", () => {
  const named = (name: string) => UpdateProfile.parse({ firstName: name }).firstName;
  expect(named("\u26A1\uFE0F Alex \u261D\uFE0F\u{1F3FD}")).toBe("\u26A1 Alex \u261D\u{1F3FD}");
  expect(withoutHidden("\u26A1\uFE0F Alex\uFE0F")).toBe("\u26A1 Alex");
});

test("[IN-6, IN-9] an accent beside its letter is the letter with its accent, in a name and in what is looked for", () => {
  const [beside, within] = ["E\u0301clair", "\u00C9clair"];
  expect(UpdateProfile.parse({ firstName: beside }).firstName).toBe(within);
  expect([Search.parse(beside), lookedFor(beside, 100)]).toEqual([within, within]);
});

test("[IN-6] a name from elsewhere loses what nobody sees, and is empty where nothing is left", () => {
  expect(withoutHidden("Ma\u200Bria\u202E")).toBe("Maria");
  expect(withoutHidden("\u200B\uFE0F")).toBe("");
  for (const name of [...accepted, ...acceptedScripts]) expect(withoutHidden(name)).toBe(name.normalize("NFC"));
});

test("[IN-6, IN-9] what is typed to look for is what of it is seen, cut to what is taken", () => {
  const seen = [
    "\u200B",
    "\u200Bpu\u00ADmp\uFEFF",
    " lind\tmaria\n",
    "pu\u0000mp",
    `${"x".repeat(9)}\u{1F600}`,
    "abc defghij klm",
  ];
  expect(seen.map((text) => lookedFor(text, 10))).toEqual(["", "pump", "lind maria", "pump", "xxxxxxxxx", "abc defghi"]);
});

test("[IN-6, IN-9] every call that looks for something leaves out what nobody sees, and refuses control characters", () => {
  const given = "\u200B pu\u2060mp ";
  expect(Search.parse(given)).toBe("pump");
  expect(FleetQuery.parse({ search: "\u200B" }).search).toBe("");
  expect(AuditQuery.parse({ actorId: given, action: given, objectId: "\u200B" })).toMatchObject({
    actorId: "pump",
    action: "pump",
    objectId: "",
  });
  const said = [
    Search.safeParse("a\u0000b"),
    FleetQuery.safeParse({ search: "a\nb" }),
    AuditQuery.safeParse({ action: "a\u001Bb" }),
  ];
  expect(said.map((one) => one.error?.issues.map(({ message }) => message))).toEqual(
    said.map(() => ["Control characters are not allowed"]),
  );
});
