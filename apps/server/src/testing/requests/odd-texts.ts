/** Texts that are right for nobody: to put where something else belongs. */

/** What a database or a page may stumble over though it is a text. */
export const nastyTexts = ["\u0000", "a\u0000b", "\uD800", "a\uDC00b", "\u202Eabc", "\uFFFF"];

/** What is easily taken for something else. */
export const oddTexts = [
  ...["", " ", "👩‍🔧", "é\u0301\u0301", "' OR 1=1 --", "x".repeat(3_000)],
  ...["%", "_%_", "../..", "\\", '"', "NaN", "null", "{}", "1e999"],
];

/** In an address, as they are. */
export const badlyWritten = [
  ...["%00", "%zz", "%ff", "%C0%80", "%2e%2e", "..%2f..", "%ED%A0%80", "%F0%9F%92%A1", "a%2Fb", ";", "*"],
  ...["x".repeat(201), "x".repeat(4_100)],
];

/** In place of a body. */
export const oddBodies = [
  ...["", " ", "null", "[]", "7", '"text"', "{", "}", "{}{}", '{"a":}', "{'a':1}", "NaN", "1e999"],
  ...["\uFEFF{}", "\u0000", '{"a":"\u0000"}', '{"name":"\\ud800"}', '{"name":"a","name":"b"}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}'],
  ...["[".repeat(25) + "]".repeat(25), `${'{"a":'.repeat(21)}1${"}".repeat(21)}`],
  ...[`{"name":"${"x".repeat(70_000)}"}`, `[${"1,".repeat(20_000)}1]`],
];

/** In place of `application/json`; null: said of none. */
export const oddTypes = [
  ...[null, "", "\u00ff", "json", "text/plain", "application/jsonp", "application/x-www-form-urlencoded"],
  ...["multipart/form-data; boundary=x", "application/json;charset=utf-16", "application/json, text/plain"],
];

/** As the value of any header. */
export const oddHeaderTexts = [
  ...["", "x".repeat(9_000), "x".repeat(17_000), "Basic eDp4"],
  ...["Bearer ", "Bearer rd_x", `Bearer rd_${"A".repeat(43)}`],
];

/** As a field that nobody asked for. */
export const oddNames = [
  ...["nothing", "id", "ownerId", "isAdmin", "emailVerified", "toString", "", "\u0000"],
  ...["__proto__", "constructor", "prototype"],
];
