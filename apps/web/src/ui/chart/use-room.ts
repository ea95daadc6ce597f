/** How wide the box of a drawing is and how large its letters are: what a drawing measures its words by before it draws them. */
import { useEffect, useRef, useState } from "react";

export interface Room {
  /** In CSS pixels. */
  readonly width: number;
  /** 1 where letters have the size they come with, 2 at 200 % text. */
  readonly scale: number;
  /** Of a word as it will be drawn, in CSS pixels. */
  readonly widthOf: (text: string, weight?: 400 | 600) => number;
}

/** Size of a drawing's letters at scale 1, in CSS pixels. */
const letterSize = 12;

/** Refs of the box and of the ruler within it; the room is null before the first measuring, and new whenever one of the two changes. */
export function useRoom() {
  const box = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const [room, setRoom] = useState<Room | null>(null);
  useEffect(() => {
    const [outer, letters] = [box.current, ruler.current];
    if (outer === null || letters === null) return;
    const observer = new ResizeObserver(() => {
      const width = Math.round(outer.clientWidth);
      setRoom(width === 0 ? null : { width, ...lettersOf(letters) });
    });
    observer.observe(outer);
    observer.observe(letters);
    return () => observer.disconnect();
  }, []);
  return { box, ruler, room };
}

function lettersOf(ruler: HTMLElement): Omit<Room, "width"> {
  const { fontFamily, fontSize, letterSpacing, wordSpacing } = getComputedStyle(ruler);
  const size = Number.parseFloat(fontSize);
  const pen = document.createElement("canvas").getContext("2d");
  if (pen === null) return { scale: size / letterSize, widthOf: (text) => text.length * size * 0.65 };
  pen.letterSpacing = letterSpacing === "normal" ? "0px" : letterSpacing;
  pen.wordSpacing = wordSpacing;
  return {
    scale: size / letterSize,
    widthOf: (text, weight = 400) => {
      pen.font = `${weight} ${fontSize} ${fontFamily}`;
      return Math.ceil(pen.measureText(text).width);
    },
  };
}
