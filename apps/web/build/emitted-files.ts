/** Finds what the build made of a source module: its chunk, everything that chunk imports at once, and their styles. */
import type { Rolldown } from "vite";

export class EmittedFiles {
  readonly #chunks: readonly Rolldown.OutputChunk[];

  constructor(bundle: Rolldown.OutputBundle) {
    this.#chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  }

  /** Addresses of the scripts and styles that these modules need before they can run, the modules' own first. */
  neededBy(modules: readonly string[]): { scripts: readonly string[]; styles: readonly string[] } {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    const visit = (chunk: Rolldown.OutputChunk) => {
      if (scripts.has(`/${chunk.fileName}`)) return;
      scripts.add(`/${chunk.fileName}`);
      for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(`/${style}`);
      for (const imported of this.#chunks) if (chunk.imports.includes(imported.fileName)) visit(imported);
    };
    for (const module of modules) visit(this.#chunkOf(module));
    return { scripts: [...scripts], styles: [...styles] };
  }

  #chunkOf(module: string): Rolldown.OutputChunk {
    const chunk = this.#chunks.find((candidate) => candidate.moduleIds.some((id) => id.endsWith(`/apps/web/${module}`)));
    if (chunk === undefined) throw new Error(`The build has no chunk with ${module}`);
    return chunk;
  }
}
