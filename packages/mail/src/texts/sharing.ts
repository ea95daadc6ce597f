/** What invitations to a device say, in both languages. Names come in cleaned. */
import type { Language } from "@relaydeck/contract/languages";
import { productName } from "@relaydeck/contract/product";
import type { SharePermission } from "@relaydeck/contract/shares";

const en = {
  hello: "Hello,",
  title: `You are invited to a device on ${productName}`,
  invites: (inviter: string, email: string, device: string) =>
    `${inviter} (${email}) wants to share the device “${device}” with you.`,
  may: {
    view: "You will see its state.",
    control: "You will see its state and can switch it.",
  } satisfies Record<SharePermission, string>,
  how: (address: string, until: string) =>
    `Sign in as ${address}, or create an account with this address, and then open the link. It works until ${until}.`,
  button: "Open the invitation",
  foot: `You get this mail because somebody entered this address at ${productName}. If you do not know who it was, do nothing: without the link nothing happens.`,
};

const de: typeof en = {
  hello: "Hallo,",
  title: `Sie sind zu einem Gerät bei ${productName} eingeladen`,
  invites: (inviter, email, device) => `${inviter} (${email}) möchte das Gerät „${device}“ mit Ihnen teilen.`,
  may: {
    view: "Sie sehen dann seinen Zustand.",
    control: "Sie sehen dann seinen Zustand und können es schalten.",
  },
  how: (address, until) =>
    `Melden Sie sich als ${address} an oder legen Sie mit dieser Adresse ein Konto an, und öffnen Sie dann den Link. Er gilt bis ${until}.`,
  button: "Einladung öffnen",
  foot: `Sie bekommen diese E-Mail, weil jemand diese Adresse bei ${productName} eingegeben hat. Wissen Sie nicht, wer es war, tun Sie nichts: Ohne den Link geschieht nichts.`,
};

export const sharingTexts: Readonly<Record<Language, typeof en>> = { en, de };
