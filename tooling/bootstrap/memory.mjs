/**
 * What glibc's allocator is told, by the environment since it listens to nothing else; other systems pass it over.
 *
 * By itself it keeps up to 64 MB of freed memory for each thread, and what V8 compiles and clears away with on its threads
 * comes in pieces of megabytes. Here each keeps half a megabyte, and pieces beyond two come from the system and go back to it.
 * The Dockerfile says the same.
 */
export const memory = { MALLOC_TRIM_THRESHOLD_: "524288", MALLOC_MMAP_THRESHOLD_: "2097152" };
