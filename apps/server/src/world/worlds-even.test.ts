import { testWorlds } from "../testing/world/worlds-suite.ts";

testWorlds({ first: 2, step: 2 });
