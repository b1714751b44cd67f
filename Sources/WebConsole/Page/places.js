// The phone's location: a small town to walk through, and the regions of reminders.

import { $, act, button, make, replace, setText, store } from "./base.js";

// The places with their positions on the page's map. The property "spot" is a class in page.css
// that determines the position.
const places = [
  { name: "Home", spot: "p1", latitude: 52.4905, longitude: 13.4312 },
  { name: "Café", spot: "p2", latitude: 52.4972, longitude: 13.4189 },
  { name: "Office", spot: "p3", latitude: 52.5096, longitude: 13.3759 },
  { name: "Station", spot: "p4", latitude: 52.5251, longitude: 13.3694 },
  { name: "Airport", spot: "p5", latitude: 52.3667, longitude: 13.5033 },
];

// The distance in degrees below which two coordinates count as the same place on the map.
const nearness = 0.0008;

const isAt = (location, place) =>
  Boolean(location) && Math.abs(location.latitude - place.latitude) < nearness
  && Math.abs(location.longitude - place.longitude) < nearness;

const go = (place) =>
  act("move", { location: { latitude: place.latitude, longitude: place.longitude } });

// Matches a reminder's region trigger, for instance "on entering shop (52.5,13.4, 100 m)".
const regionPattern = /^on .*?ing (.*) \((-?[\d.]+),(-?[\d.]+), [\d.e+]+ m\)/;

function regions() {
  const found = new Map();
  for (const app of store.phone.apps) {
    for (const pending of app.pending) {
      const match = regionPattern.exec(pending.trigger);
      if (!match) continue;
      const [, name, latitude, longitude] = match;
      found.set(name + latitude + longitude,
        { name, latitude: Number(latitude), longitude: Number(longitude) });
    }
  }
  return [...found.values()];
}

function pin(place, cls) {
  const b = button(cls, null, "place" + place.name + place.latitude, () => go(place));
  b.setAttribute("aria-pressed", isAt(store.phone.location, place));
  b.append(make("i"), make("span", "", place.name));
  return b;
}

export function drawPlaces() {
  replace($("map-pins"), places.map((place) => pin(place, "pin " + place.spot)));
  replace($("map-regions"), regions().map((place) => pin(place, "region")));
  const { location } = store.phone;
  const known = [...places, ...regions()].find((place) => isAt(location, place));
  const text = location ? location.latitude + ", " + location.longitude : "not available";
  setText("location", known ? known.name + " · " + text : text);
  $("location-off").setAttribute("aria-pressed", !location);
}

export function wirePlaces() {
  $("location-off").addEventListener("click", () => act("move", { value: "off" }));
}
