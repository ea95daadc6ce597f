import { testWorlds } from "../testing/world/worlds-suite.ts";

testWorlds({ first: 1, step: 2 });
