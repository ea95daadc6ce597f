/**
 * What requests name of the household, as names between braces: `{own device}`. They are exchanged for ids, addresses and
 * tokens when a request is sent, so that a failing one can be read, and asked again of another household.
 */

const devices = ["{own device}", "{own gate}", "{foreign device}", "{removed device}"];
const mostlyOwn = [...Array<string>(6).fill("{own device}"), "{own gate}", ...devices];
const addresses = ["{owner's address}", "{stranger's address}", "{account's address}", "nobody@relaydeck.test", "{new address}"];
const goodPassword = "eight blue bicycles";

/** By call and field, as `alertsUpdate.id`, or by field alone. Those that are mostly wished for stand several times. */
const thingsByField: Readonly<Record<string, readonly unknown[]>> = {
  id: mostlyOwn,
  deviceId: mostlyOwn,
  shareId: ["{share}", "{foreign share}", "{invitation}"],
  userId: ["{spare user}", "{spare user}", "{guest}", "{owner}", "{nobody}"],
  ownerId: ["{owner}", "{stranger}", null, ""],
  "alertsUpdate.id": ["{alert}", "{alert}", "{foreign alert}"],
  "alertsRemove.id": ["{spare alert}", "{spare alert}", "{foreign alert}"],
  "layoutsSave.id": ["{layout}", "{layout}", "{default layout}", "{foreign layout}"],
  "layoutsRemove.id": ["{spare layout}", "{spare layout}", "{default layout}", "{foreign layout}"],
  "layoutsSetDefault.id": ["{layout}", "{layout}", "{default layout}", "{foreign layout}"],
  // Others need the own device for longer.
  "devicesRemove.id": ["{own gate}", "{foreign device}", "{removed device}"],
  "adminRemoveDevice.deviceId": ["{own gate}", "{foreign device}", "{removed device}"],
  "adminUpdateDevice.deviceId": ["{own gate}", "{own gate}", "{foreign device}", "{removed device}"],
  "devicesRestore.id": ["{removed device}", "{own gate}"],
  "adminRestoreDevice.deviceId": ["{removed device}", "{own gate}"],
  "adminRestoreUser.userId": ["{removed user}", "{stranger}"],
  email: addresses,
  sharedWithEmail: addresses,
  emailAddress: ["{owner's address}", "{owner's address}", "{owner's address}", "{stranger's address}"],
  "authVerifyEmail.token": ["{verification}"],
  "authResetPassword.token": ["{reset}"],
  "sharesAccept.token": ["{invitation's token}"],
  "authLogin.email": ["{account's address}"],
  "authLogin.password": ["{account's password}"],
  "authRegister.email": ["{new address}", "{new address}", "{owner's address}"],
  "adminLogin.username": ["{administrator}"],
  "adminLogin.password": ["{administrator's password}"],
  currentPassword: ["{administrator's password}"],
  password: [goodPassword],
  newPassword: [goodPassword, "nine green lanterns at the pier"],
  serialNumber: ["{free serial}", "{free serial}", "{free serial}", "{own serial}", "P0SIM9999"],
  "adminUpdateDevice.serialNumber": ["{own serial}", "P0OTHER1"],
  functionName: ["ctrl_relay1", "ctrl_relay1", "ctrl_relay1", "ctrl_relay1", "ctrl_relay4"],
  relayNumber: [1, 1, 1, 1, 4],
  "Idempotency-Key": ["{key}", "{new key}"],
  validUntil: ["{soon}"],
  expiresAt: ["{soon}", null],
  from: ["2026-01-01T00:00:00Z"],
  until: ["2999-01-01T00:00:00Z"],
  before: ["{activity}"],
  timeZone: ["Europe/Berlin", "UTC"],
  ids: ["{own device},{owner}"],
  limit: [10],
  settings: [{ range: "week", rows: [1, 2] }],
};

export function thingsFor(operationId: string, field: string): readonly unknown[] {
  return thingsByField[`${operationId}.${field}`] ?? thingsByField[field] ?? [];
}

/** The value with each name in its texts exchanged; a name that the household does not have stays as it is. */
export function withThings<T>(value: T, things: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value).replaceAll(/\{[a-z' ]+\}/g, (name) => {
    const thing = things.get(name);
    return thing === undefined ? name : JSON.stringify(thing).slice(1, -1);
  });
  return JSON.parse(text) as T;
}
