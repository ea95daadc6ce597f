document.title = "Bench";
