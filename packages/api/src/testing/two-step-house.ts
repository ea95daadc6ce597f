/** An authenticator app, and people who set two-step sign-in up, for tests of accounts. */
import { codeAt, codeStepMs } from "../accounts/two-step-codes.ts";
import { maria, type AccountsHouse, type TestBrowser } from "./accounts-house.ts";

/** What an app on a phone does with the secret it was shown. */
export interface TestApp {
  readonly secret: string;
  /** The code shown now; `steps` away from it with an argument. */
  code(steps?: number): string;
}

export interface TwoStepMaria {
  readonly app: TestApp;
  readonly recoveryCodes: string[];
  /** Signed in, with two-step sign-in on. */
  readonly browser: TestBrowser;
}

/** Registered, verified, signed in; nothing set up. */
export async function mariaSignedIn(house: AccountsHouse): Promise<TestBrowser> {
  const auth = await house.browser({ address: "192.0.2.1" }).auth();
  await auth.register(maria);
  await auth.verifyEmail({ token: await house.mailedToken() });
  const browser = house.browser({ address: "192.0.2.2" });
  await (await browser.auth()).login({ email: maria.email, password: maria.password });
  return browser;
}

/** With two-step sign-in on, and the clock two steps later, so that the code of now is a new one. */
export async function mariaWithTwoStep(house: AccountsHouse): Promise<TwoStepMaria> {
  const browser = await mariaSignedIn(house);
  const { secret } = await (await browser.auth()).startTwoStep({ currentPassword: maria.password });
  const app = testApp(house, secret);
  const { recoveryCodes } = await (await browser.auth()).confirmTwoStep({ otp: app.code() });
  await house.clock.advance(2 * codeStepMs);
  return { app, recoveryCodes, browser };
}

export function testApp({ clock }: Pick<AccountsHouse, "clock">, secret: string): TestApp {
  return { secret, code: (steps = 0) => codeAt(secret, clock.now() + steps * codeStepMs) };
}
