const commands = (count: number) => (count === 1 ? "1 command" : `${count} commands`);

/** Words of the strips of a day, apart from those of the history, which nobody needs for the first picture. (A5) */
export const stripWords = {
  last24h: "last 24 h",
  open: (relay: string) => `History of ${relay}`,
  on: (span: string) => `on for ${span}`,
  off: (span: string) => `off for ${span}`,
  nothing: "nothing known",
  noData: (span: string) => `no data for ${span}`,
  noGaps: "without a gap",
  switched: (count: number) => (count === 1 ? "switched once by command" : `switched ${count} times by command`),
  unconfirmed: (count: number) => `${commands(count)} unconfirmed`,
  failed: (count: number) => `${commands(count)} failed`,
  expired: (count: number) => `${commands(count)} expired`,
  cancelled: (count: number) => `${commands(count)} cancelled`,
  answered: (count: number) => `${commands(count)} answered without proof`,
  underWay: (count: number) => `${commands(count)} under way`,
};

export type StripWords = typeof stripWords;
