// In a phone alone a code's link leads to the start page, which every web host has: on to the reader.

const { reader } = document.querySelector("[data-reader]").dataset;
if (/^#[AB][0-9A-Z]+[AB]$/.test(location.hash)) location.replace(reader + location.hash);
