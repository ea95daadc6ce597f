/** Four arrows and Done, for whoever can press but not drag. */
import { Button, IconButton } from "../../ui/button.tsx";
import type { Step } from "./arrange-moves.ts";
import { useLayoutsWords } from "./layouts-words.ts";
import type { CarryMode } from "./use-carry.ts";

interface ArrowPadProps {
  title: string;
  mode: CarryMode;
  onPress: (step: Step) => void;
  onClose: () => void;
}

const arrows = [
  { turn: "left", move: "left", resize: "narrower", step: { x: -1, y: 0 } },
  { turn: "up", move: "upwards", resize: "shorter", step: { x: 0, y: -1 } },
  { turn: "down", move: "downwards", resize: "taller", step: { x: 0, y: 1 } },
  { turn: "right", move: "right", resize: "wider", step: { x: 1, y: 0 } },
] as const;

export function ArrowPad({ title, mode, onPress, onClose }: ArrowPadProps) {
  const words = useLayoutsWords().arrange;
  return (
    <div className="arrow-pad" role="group" aria-label={words.pad(title)}>
      {arrows.map((arrow) => (
        <IconButton
          key={arrow.turn}
          icon="chevron"
          kind="secondary"
          data-turn={arrow.turn}
          label={words[arrow[mode]]}
          onClick={() => onPress(arrow.step)}
        />
      ))}
      <Button size="small" onClick={onClose}>
        {words.done}
      </Button>
    </div>
  );
}
