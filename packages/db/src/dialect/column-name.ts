/** A column's name in the databases, where both write `createdAt` as `created_at`. */
export function columnName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
