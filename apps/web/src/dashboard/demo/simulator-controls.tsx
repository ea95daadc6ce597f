/** What the simulator's drawer holds: choose a device, make something go wrong, watch its card. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ComponentProps } from "react";
import { useLeaving } from "../../app/client.tsx";
import { serverPaths } from "../../app/paths.ts";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useDashboardData } from "../data.tsx";
import { checks, type Check } from "./checklist.ts";
import { useSeenByAsking } from "./use-seen-by-asking.ts";
import { faults, isLasting, simulatorDoor, type Fault, type Lasting } from "./simulator.ts";

const door = simulatorDoor((input, init) => globalThis.fetch(input, init));

export function SimulatorControls({ done, onDone }: ComponentProps<typeof Checklist>) {
  return (
    <>
      <Faults />
      <Checklist done={done} onDone={onDone} />
      <Elsewhere />
      <StartOver />
    </>
  );
}

function Faults() {
  const texts = useDashboardTexts().demo;
  const toasts = useToasts();
  const [serial, choose] = useChosenSerial();
  const lasting = useLasting();
  const [last, setLast] = useState<Fault | null>(null);
  const isSet = (fault: Fault) => lasting.data?.some((one) => one.fault === fault && one.serial === serial) === true;

  async function set(fault: Fault): Promise<unknown> {
    if (serial === "") return toasts.show({ title: texts.noDevice });
    const lifted = isSet(fault);
    // What happens to this device must not bring another one in here.
    choose(serial);
    const done = await door.set(fault, serial, lifted);
    if (!done.ok) return toasts.show({ title: texts.noAnswer, tone: "bad" });
    if (isLasting(fault)) await lasting.refetch();
    return setLast(lifted ? null : fault);
  }
  async function clear() {
    const done = await door.clear();
    toasts.show(done.ok ? { title: texts.cleared, tone: "ok" } : { title: texts.noAnswer, tone: "bad" });
    if (!done.ok) return;
    setLast(null);
    await lasting.refetch();
  }

  return (
    <div className="faults">
      <DeviceChoice serial={serial} onChoose={choose} />
      <ul className="plain fault-list">
        {faults.map((fault) => (
          <li key={fault}>
            <FaultButton fault={fault} isSet={isSet(fault)} isLast={last === fault} onPress={() => void set(fault)} />
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void clear()}>
        {texts.clear}
      </Button>
    </div>
  );
}

function FaultButton(props: { fault: Fault; isSet: boolean; isLast: boolean; onPress: () => void }) {
  const texts = useDashboardTexts().demo;
  const name = texts.faults[props.fault];
  return (
    <button type="button" className="fault" data-last={props.isLast ? "" : undefined} onClick={props.onPress}>
      <span className="fault-name">
        {props.isLast && !props.isSet && <Icon name="tick" size={14} />}
        {props.isSet ? undoName(props.fault, texts.faults) : props.isLast ? texts.set(name) : name}
      </span>
      <span className="fault-watch">{texts.faults[`${props.fault}Watch`]}</span>
    </button>
  );
}

/** What stays as it was made to be, as the simulator says: an answer that comes after a later question is not taken. */
function useLasting() {
  return useQuery({
    queryKey: ["demo", "lasting"],
    queryFn: async (): Promise<readonly Lasting[]> => {
      const set = await door.lasting();
      if (!set.ok) throw new Error(set.error);
      return set.value;
    },
    staleTime: 0,
  });
}

function undoName(fault: Fault, texts: { restorePower: string; unweldContact: string } & Record<Fault, string>): string {
  if (fault === "cutPower") return texts.restorePower;
  return fault === "weldContact" ? texts.unweldContact : texts[fault];
}

/** Devices of one's own that are online; the first one until another is chosen. */
function useChosenSerial() {
  const { devices } = useDashboardData();
  const [chosen, choose] = useState<string | null>(null);
  const candidates = devices?.filter((device) => device.userPermission !== "view") ?? [];
  const heard = candidates.filter((device) => device.isConnected && device.freshness === "fresh");
  const first = heard.find((device) => device.model === "powerone") ?? heard[0] ?? candidates[0];
  return [chosen ?? first?.serialNumber ?? "", choose] as const;
}

function DeviceChoice(props: { serial: string; onChoose: (serial: string) => void }) {
  const texts = useDashboardTexts().demo;
  const { devices } = useDashboardData();
  return (
    <SelectField label={texts.device} value={props.serial} onChange={(event) => props.onChoose(event.target.value)}>
      {devices
        ?.filter((device) => device.userPermission !== "view")
        .map((device) => (
          <option key={device.id} value={device.serialNumber}>
            {device.name}
          </option>
        ))}
    </SelectField>
  );
}

function Checklist({ done, onDone }: { done: ReadonlySet<Check>; onDone: (seen: ReadonlySet<Check>) => void }) {
  const texts = useDashboardTexts().demo;
  const seen = useSeenByAsking(door);
  useEffect(() => onDone(seen));
  return (
    <section className="checklist" aria-labelledby="demo-checklist">
      <h3 id="demo-checklist">{texts.checklist}</h3>
      <ul className="plain">
        {checks.map((check) => (
          <li key={check} data-tone={done.has(check) ? "ok" : "off"}>
            <Icon name={done.has(check) ? "disc-tick" : "circle"} label={done.has(check) ? texts.done : texts.toDo} />
            <span>{texts.checks[check]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The other sides of the product. The demo's administrator is let in without a password, as the landing page lets Maria in. */
function Elsewhere() {
  const texts = useDashboardTexts().demo;
  return (
    <form className="elsewhere" method="post" action={serverPaths.demoSession}>
      <button type="submit" name="as" value="admin" {...buttonLook({ size: "small" })}>
        <span>{texts.openAdmin}</span>
      </button>
      <a {...buttonLook({ size: "small" })} href={serverPaths.apiDocs}>
        {texts.apiDocs}
      </a>
    </form>
  );
}

function StartOver() {
  const texts = useDashboardTexts().demo;
  const toasts = useToasts();
  // The session ends with the rest of the demo, maybe long before the answer.
  const leaving = useLeaving();
  const [isBusy, setBusy] = useState(false);
  async function startOver() {
    setBusy(true);
    leaving.begin();
    const done = await door.startOver();
    if (done.ok) return location.assign("/");
    setBusy(false);
    leaving.cancel();
    return toasts.show({ title: texts.noAnswer, tone: "bad" });
  }
  return (
    <Button size="small" busy={isBusy && texts.startingOver} onClick={() => void startOver()}>
      {texts.startOver}
    </Button>
  );
}
