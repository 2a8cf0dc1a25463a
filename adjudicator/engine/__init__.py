"""What a game is: requests, orders, steps, events, labelled chance and rule citations. Pure: no file, no clock."""
