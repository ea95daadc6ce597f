/**
 * The device card as a picture, labelled "Simulation". Its buttons do nothing until the page's script has woken them, and
 * they stay asleep where motion is not wanted: then it is a still picture.
 */
import { StatusBadge } from "../../ui/badge.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { pictureRelays, restingLine, storyOf, type PictureRelay, type Target } from "./story.ts";
import type { Words } from "./words.ts";

const captionId = "simulation";
const stepIcons: readonly IconName[] = ["dashed-ring", "arrow-to-bar", "tick", "disc-tick"];

export function Picture({ words }: { words: Words }) {
  const { landing, relays } = words;
  return (
    <figure className="picture" aria-labelledby={captionId} data-picture="">
      <figcaption id={captionId}>
        <span className="badge" data-tone="info">
          <Icon name="flask" size={14} />
          <span>{landing.simulation}</span>
        </span>
        <span className="picture-hint">{landing.simulationHint}</span>
      </figcaption>
      <div className="device">
        <div className="device-head">
          <p className="device-name">{landing.device}</p>
          <StatusBadge tone="ok" icon="disc-tick">
            {relays.device.online}
          </StatusBadge>
          <p className="device-age">{relays.device.heard(words.formats.age(0, 8_000))}</p>
        </div>
        <ul className="relays">
          {pictureRelays(words).map((relay, index) => (
            <Relay key={relay.name} words={words} relay={relay} number={index + 1} />
          ))}
        </ul>
        <p className="device-vitals">
          <Icon name="bolt" />
          <span>{relays.vitals.powerOn}</span>
          <span>{relays.vitals.battery(words.formats.percent(84))}</span>
          <span>{relays.vitals.signalNumber(relays.vitals.signal.good, words.formats.percent(64))}</span>
        </p>
      </div>
      <ol className="way" aria-label={landing.stepsLabel} data-way="">
        {landing.steps.map((step, index) => (
          <li key={step}>
            <Icon name={stepIcons[index] ?? "tick"} size={18} />
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status" data-spoken="" />
    </figure>
  );
}

function Relay({ words, relay, number }: { words: Words; relay: PictureRelay; number: number }) {
  const nameId = `relay-${number}`;
  return (
    <li className="relay" data-relay="" data-state={relay.state}>
      <div className="relay-words">
        <p className="relay-name" id={nameId}>
          <span className="relay-number" aria-hidden="true">
            {number}
          </span>
          {relay.name}
        </p>
        <p className="relay-line">
          <span className="relay-icon" data-line-icon="">
            <Icon name={relay.state === "on" ? "tick" : "circle"} />
          </span>
          <span data-line="">{restingLine(words, relay, relay.state)}</span>
        </p>
      </div>
      <div className="switch" role="group" aria-labelledby={nameId}>
        {(["off", "on"] as const).map((target) => (
          <Segment key={target} words={words} relay={relay} target={target} />
        ))}
      </div>
    </li>
  );
}

function Segment({ words, relay, target }: { words: Words; relay: PictureRelay; target: Target }) {
  return (
    <button
      type="button"
      className="segment"
      aria-pressed={relay.state === target}
      disabled
      data-target={target}
      data-story={JSON.stringify(storyOf(words, relay, target))}
    >
      <Icon name="tick" className="segment-tick" />
      <span>{words.relays.relay[target]}</span>
    </button>
  );
}
