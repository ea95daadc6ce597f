/**
 * What glibc's allocator is told, by the environment since it listens to nothing else; other systems pass it over.
 *
 * By itself it opens a store of memory for each thread, and each keeps the most that V8 ever compiled and cleared away with on
 * that thread. With one store the next thread takes what the last one left. Its thresholds stay as they are: with lower ones
 * freed memory goes back sooner, and bursts to a thousand viewers take twice the time. The Dockerfile says the same.
 */
export const memory = { MALLOC_ARENA_MAX: "1" };
