/** How many checks passed and failed. A step that is no test suite counts as one. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export const nothing: Count = { passed: 0, failed: 0 };
export const onePassed: Count = { passed: 1, failed: 0 };
export const oneFailed: Count = { passed: 0, failed: 1 };

export function add(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

export function summaryLine(count: Count): string {
  return `${count.passed} passed, ${count.failed} failed`;
}
