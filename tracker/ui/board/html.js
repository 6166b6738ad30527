// Elements made in one call; texts only ever go in as text, so that no name or comment becomes markup.

const h = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  const { data, ...rest } = properties;
  if (name === "button") element.type = "button";
  Object.assign(element, rest);
  for (const key in data) element.dataset[key] = data[key];
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};
