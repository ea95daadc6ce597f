/** A program that holds the SQLite file given as a server does, says so, and goes on until its input ends or it is killed. */
import { holdForServer } from "../sqlite/one-server.ts";

const letGo = holdForServer(process.argv[2] ?? "");
process.stdin.once("end", letGo).resume();
process.stdout.write("held\n");
